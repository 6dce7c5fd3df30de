// Generated from schemas/events.schema.json by `npm run gen`; do not edit.

/** An event of a job, or of its server. */
export type JobLine =
  Job | Node | Progress | Preview | Upload | Output | Text | Warning | Error | Status | Connection | Unknown;

/** An event that changes a job and is the same for every reader. */
export type JobChange = Job | Node | Progress | Upload | Text | Warning | Error;

/** The job has reached a phase or its result, or what keeps a queued prompt from running has changed. */
export type Job = {
  readonly type: "job";
  readonly state:
    | "waiting"
    | "building"
    | "gating"
    | "validating"
    | "uploading"
    | "queued"
    | "running"
    | "fetching"
    | "finished"
    | "vetoed"
    | "interrupted"
    | "failed"
    | "lost";
  /** The server's id of the batch; absent until the server has accepted the batch. */
  readonly promptId?: string;
  /** With `waiting`: why. With `queued`, which is then repeated: what keeps the prompt from running until it changes; absent if others merely run first. With `uploading`, `queued`, `running` and `fetching`, which are then repeated: that the connection to the backend is lost, or cannot be made. */
  readonly wait?: PromptWait;
  readonly jobId: string;
  /** Counted from 0. */
  readonly batch: number;
};

/** A node starts to run. */
export type Node = {
  readonly type: "node";
  /** Id in the graph. */
  readonly node: string;
  readonly classType: string;
  /** Title of the node in the graph, if it has one. */
  readonly title?: string;
  readonly jobId: string;
  readonly batch: number;
};

/** Steps of a node. */
export type Progress = {
  readonly type: "progress";
  readonly node: string;
  readonly value: number;
  readonly max: number;
  /** Progress of all nodes of all batches, from 0 to 1; never decreases. */
  readonly overall: number;
  readonly jobId: string;
  readonly batch: number;
};

/** An encoded preview image. */
export type Preview = {
  readonly type: "preview";
  readonly node?: string;
  readonly mime: string;
  /** Size of the image, which the line does not contain. */
  readonly bytes: number;
  readonly jobId: string;
  readonly batch: number;
};

/** Progress of the upload of an input file. */
export type Upload = {
  readonly type: "upload";
  /** Name of the input file that is being uploaded. */
  readonly file: string;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Size in bytes, if known. */
  readonly total?: number;
  readonly jobId: string;
  readonly batch: number;
};

export type File = {
  readonly batch: number;
  /** Index among the outputs of the generation, from 0. */
  readonly index: number;
  /** Id in the graph of the node that gave the file. */
  readonly node: string;
  /** Index among the files of the node. */
  readonly place: number;
  /** Absolute; absent when it was not saved. */
  readonly path?: string;
  /** Name on the backend. */
  readonly filename: string;
  readonly subfolder: string;
  /** The folder of the server that contains the file. */
  readonly area: "output" | "temp" | "input";
  /** Address from which the user can download the file. */
  readonly address: string;
  readonly mime: string;
  /** Decimal digits; absent if the graph uses no seed. */
  readonly seed?: string;
};

/** The output plugins have processed a file. */
export type Output = {
  readonly type: "output";
  readonly jobId: string;
  readonly batch: number;
  readonly index: number;
  /** Id in the graph of the node that gave the file. */
  readonly node: string;
  /** Index among the files of the node. */
  readonly place: number;
  readonly path?: string;
  readonly filename: string;
  readonly subfolder: string;
  /** The folder of the server that contains the file. */
  readonly area: "output" | "temp" | "input";
  readonly address: string;
  readonly mime: string;
  readonly seed?: string;
};

/** A text that a node displayed. */
export type Text = {
  readonly type: "text";
  /** Id in the graph of the node that displayed the text. */
  readonly node: string;
  readonly text: string;
  readonly jobId: string;
  readonly batch: number;
};

/** A problem that cannot wait for the end of the job: that the backend gives no sign of life, or a problem that an observer has, or has reported. The result of the job lists the problem, too. */
export type Warning = {
  readonly type: "warning";
  readonly problem: Problem;
  readonly jobId: string;
  readonly batch: number;
};

/** What the error means for the caller; docs/plugin-guide.md has a table. */
export type ErrorClass = "input" | "unknown" | "denied" | "conflict" | "upstream" | "lost" | "full" | "fault";

/** An error, without its causes and its stack. */
export type Fault = {
  /** Stable; listed in docs/errors.md. */
  readonly code: string;
  readonly class: ErrorClass;
  readonly what: string;
  /** What to do. */
  readonly hint: string;
  /** The values that the texts contain, and more for programs. `problems` of SETTINGS_INVALID has the `pointer` of each wrong value, what was `expected` and what was `found`. */
  readonly details?: { readonly [name: string]: unknown };
  readonly also?: readonly unknown[];
  /** The HTTP status of a reply with this error; only in jobs of the local API. */
  readonly status?: number;
};

/** Something that went wrong and did not end the operation. */
export type Problem = {
  /** Stable, like the code of an error. */
  readonly code: string;
  /** What happened, where, and what was found, in one sentence. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** What to do for somebody who sees the problem in a page, where the hint names a command or a file. */
  readonly pageFix?: string;
  /** Id of the plugin that caused the problem. */
  readonly plugin?: string;
  /** The hook in which the plugin ran. */
  readonly hook?: "beforeSend" | "buildWorkflow" | "beforeFirstBatch" | "onEvent" | "afterOutput";
  /** Id in the graph; from `validate`. */
  readonly node?: string;
  readonly input?: string;
  /** The workflow's setting that fills the input. */
  readonly setting?: string;
};

/** Why a queued prompt of a pool or a queue does not run yet, why a job is `waiting`, or why nothing is heard of it. */
export type PromptWait = {
  /** `turn`: the members that can run it run others first; `paused`: the backend, or the owner of the prompt, is paused; `limit`: as many prompts of its owner run as its quota allows; `draining`: the members that can run it are draining; `unreachable`: they do not answer, or are draining; `unable`: no member has what it needs. Of a job alone: `time`: its time has not come; `retry`: a batch has failed, and is tried again later; `connection`: the connection to the backend is lost, so nothing is heard of the prompt until it is back. */
  readonly why:
    "turn" | "paused" | "limit" | "draining" | "unreachable" | "unable" | "time" | "retry" | "connection";
  /** What the owner or the members have or lack, the time, or the failure, in words. */
  readonly detail: string;
};

/** A prompt on a server, in the answer of `jobs list`. */
export type ListedJob = {
  readonly promptId: string;
  readonly state: "queued" | "running" | "succeeded" | "interrupted" | "failed" | "lost";
  /** Prompts that will run before this one, if the server reports them. */
  readonly ahead?: number;
  /** Expected milliseconds until a queued prompt runs, if the backend has measured how long runs take. */
  readonly waitMs?: number;
  readonly wait?: PromptWait;
  /** Milliseconds since 1970, if the server reports it. */
  readonly createdAt?: number;
  /** How the prompt was made; absent for prompts of other programs. */
  readonly record?: { readonly [name: string]: unknown };
};

/** Result of `jobs cancel` for a prompt. */
export type CancelledJob = {
  readonly promptId: string;
  readonly outcome: "removed" | "interrupting" | "gone" | "refused" | "failed";
  readonly error?: Problem;
};

/** Why the job ends as `failed` or `lost`. The event of that result follows. */
export type Error = {
  readonly type: "error";
  readonly error: Fault;
  readonly jobId: string;
  readonly batch: number;
};

/** The queue of the server has changed. */
export type Status = {
  readonly type: "status";
  /** Number of prompts of all clients that are queued or running. */
  readonly queueRemaining: number;
};

/** The socket to the server was opened, lost or closed. */
export type Connection = { readonly type: "connection"; readonly state: "open" | "lost" | "closed" };

/** A message of an unknown type, as received. A slow reader may receive only the newest of many large messages. */
export type Unknown = { readonly type: "unknown"; readonly wireType: string; readonly data?: unknown };

export type Code = {
  readonly type: "code";
  /** User code to enter at the address (RFC 8628 section 3.3). */
  readonly code: string;
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
};

export type Url = {
  readonly type: "url";
  /** Address for the user to open, because no browser was opened. */
  readonly url: string;
};

/** Progress of a long operation: an installation, a start, an extension. */
export type Step = {
  readonly type: "step";
  readonly step: string;
  /** Title for display. */
  readonly title: string;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** 0 to 1, inside the step. */
  readonly fraction?: number;
  /** The last output line of the step's tool. */
  readonly line?: string;
  /** What failed although the operation continues, with what to do about it. */
  readonly warning?: string;
};

/** A line of a server's log, from `backend logs` and `backend start --watch`. */
export type Log = { readonly type: "log"; readonly line: string };

/** What happens to a worker, from `worker`. */
export type Work = {
  readonly type: "work";
  /** ISO 8601. */
  readonly at: string;
  /** `opened`: the instances are open; `listening`: the health address answers; `ready`: prompts are taken; `server`: whether the server can be used has changed; `resumed`: a prompt of an earlier process is followed; `draining`: no further prompts are taken; `stopped`: at once, by a second signal. */
  readonly event:
    | "opened"
    | "listening"
    | "ready"
    | "connection"
    | "server"
    | "began"
    | "resumed"
    | "ended"
    | "draining"
    | "warning"
    | "stopped";
  /** Name of the worker, with `opened`. */
  readonly worker?: string;
  /** Name of the instance that runs the prompts, with `opened`. */
  readonly backend?: string;
  /** Name of the instance that is the queue, with `opened`. */
  readonly queue?: string;
  /** Health address, with `listening`. */
  readonly url?: string;
  /** `open` or `lost`, of the connection to the queue; `ready` or `unreachable`, of the server. */
  readonly state?: "open" | "lost" | "ready" | "unreachable";
  readonly promptId?: string;
  /** Who has asked for the prompt. */
  readonly owner?: string;
  /** The span of the prompt, whose trace the worker continues (W3C Trace Context). */
  readonly traceparent?: string;
  /** How the prompt has ended. */
  readonly as?: "succeeded" | "interrupted" | "failed" | "lost";
  /** Milliseconds since the prompt began. */
  readonly durationMs?: number;
  /** Why the prompt has failed or is lost. */
  readonly error?: Fault;
  /** Prompts that end first, with `draining`. */
  readonly running?: number;
  /** The problem, with `warning`. */
  readonly problem?: Problem;
};

/** A server listens from now on: `backend serve`, `backend start --watch`, `serve`, `panel`. */
export type Ready = {
  readonly type: "ready";
  /** Address of the server, with a slash at the end. */
  readonly url: string;
  /** Absolute path of the files of `backend serve`. */
  readonly directory?: string;
  /** Absolute path of the images of `backend serve`: `output` in `directory`, or another folder. */
  readonly outputDirectory?: string;
  /** Token of the local API for this run; from `serve`. */
  readonly token?: string;
  /** The ports of `serve --comfy`. */
  readonly comfy?: readonly {
    readonly backend: string;
    /** Address of the port, without a slash at the end. */
    readonly url: string;
  }[];
  /** The ports of `serve --api`. */
  readonly apis?: readonly {
    readonly api: string;
    /** Address of the port, without a slash at the end. */
    readonly url: string;
  }[];
  /** The panels of `serve --panel` and `panel`. */
  readonly panels?: readonly {
    readonly id: string;
    /** Opens the page once, within a minute. */
    readonly url: string;
  }[];
};

export type Result = {
  readonly type: "result";
  /** submitted: the command did not wait; detached: the command stopped watching, and the job continues. */
  readonly status:
    | "finished"
    | "submitted"
    | "detached"
    | "vetoed"
    | "interrupted"
    | "failed"
    | "lost"
    | "invalid"
    | "error";
  readonly exitCode: number;
  readonly jobId?: string;
  /** The failed prompts that were queued again or forgotten, from `backend retry` and `discard`. */
  readonly promptIds?: readonly string[];
  readonly jobs?: readonly (ListedJob | CancelledJob)[];
  readonly outputs?: readonly File[];
  readonly problems?: readonly Problem[];
  readonly veto?: { readonly [name: string]: unknown };
  readonly by?: "caller" | "server";
  readonly error?: Fault;
  readonly backend?: Backend;
  readonly profile?: Profile;
  readonly profiles?: readonly (Profile | UnusableProfile)[];
  /** Ids, titles, descriptions and plugins, from `workflows list`. */
  readonly workflows?: readonly { readonly [name: string]: unknown }[];
  /** Ids, titles, descriptions and plugins, from `features list`. */
  readonly features?: readonly { readonly [name: string]: unknown }[];
  /** A workflow with its settings and the features that it works with, from `workflows show`. */
  readonly workflow?: { readonly [name: string]: unknown };
  /** A feature with its settings and the workflows that it works with, from `features show`. */
  readonly feature?: { readonly [name: string]: unknown };
  /** Names of node classes, from `catalog list`. */
  readonly classes?: readonly string[];
  /** All metadata of an image, from `inspect`. */
  readonly image?: { readonly [name: string]: unknown };
  /** Workflow, settings, features and count, from `inspect` and `project`. */
  readonly project?: { readonly [name: string]: unknown };
  /** Presets, from `presets list`, `show` and `save`. */
  readonly presets?: readonly { readonly [name: string]: unknown }[];
  /** Why an image cannot be reproduced, from `inspect`. */
  readonly refusal?: { readonly [name: string]: unknown };
  /** Entries of the journal, newest first, from `history`. */
  readonly history?: readonly { readonly [name: string]: unknown }[];
  /** Inputs and outputs of a node class, from `catalog show`. */
  readonly nodeClass?: { readonly [name: string]: unknown };
  /** TypeScript text, from `catalog types`. */
  readonly types?: string;
  /** The file that was written by `catalog types` or `project save`, or read by `history`. */
  readonly path?: string;
  /** What was done, in sentences. */
  readonly notes?: readonly string[];
  /** Name, kind and origin of an instance, from `backend`. */
  readonly instance?: { readonly [name: string]: unknown };
  /** State of a server that is started from here (state: absent, stopped, starting, running or crashed), from `backend`. */
  readonly lifecycle?: { readonly [name: string]: unknown };
  /** Members, owners and problems of a backend over several servers, from `backend status`, `drain` and `resume`. */
  readonly farm?: { readonly [name: string]: unknown };
  /** Prompts of a queue that have failed or are lost, from `backend failures`. */
  readonly failures?: readonly { readonly [name: string]: unknown }[];
  /** The member that was drained or resumed, from `backend drain` and `resume`. */
  readonly member?: string;
  /** Steps of an installation with their state, from `backend install`. */
  readonly plan?: readonly { readonly [name: string]: unknown }[];
  /** The versions before and after, from `backend update`. */
  readonly update?: { readonly [name: string]: unknown };
  /** Extensions, from `extensions`. */
  readonly extensions?: readonly { readonly [name: string]: unknown }[];
  /** Required extensions, what was found, and what to do, from `extensions check`. */
  readonly requirements?: readonly { readonly [name: string]: unknown }[];
  /** Restart of the server, after extensions were changed. */
  readonly restart?: "done" | "needed" | "not needed";
  /** The new token, from `serve tokens create`; shown once. */
  readonly token?: string;
  readonly id?: string;
  readonly tokens?: readonly unknown[];
};

export type Backend = {
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  /** Address of the server, without credentials. */
  readonly address?: string;
  /** The devices that the server computes on, in the server's order. */
  readonly devices?: readonly {
    readonly name: string;
    /** Memory. */
    readonly totalBytes?: number;
    /** Free memory when the server was asked. */
    readonly freeBytes?: number;
  }[];
  readonly version: string;
  readonly notice?: string;
  readonly facets: readonly string[];
};

export type UnusableProfile = { readonly name: string; readonly error: Fault };

/** A saved auth setting; there is no secret in it. */
export type Profile = {
  readonly name: string;
  /** Id of the scheme in use, or none. */
  readonly type: string;
  readonly title: string;
  /** Whether no required field is missing. */
  readonly configured: boolean;
  readonly status: AuthStatus;
  readonly actions: readonly {
    readonly id: string;
    readonly title: string;
    /** The command to run; URL and TEXT are placeholders. */
    readonly command: string;
  }[];
  /** Notes about the state for the user. */
  readonly notes: readonly string[];
  /** Origins that may receive the credentials; absent for all. */
  readonly origins?: readonly string[];
  /** Fields as written, by scheme: references, and *** for possible secrets. */
  readonly schemes: { readonly [name: string]: unknown };
  /** Description of the secret store. */
  readonly secrets: string;
  /** The configuration file. */
  readonly file?: string;
  /** The lower configuration files that have a profile of the same name, which has no effect. */
  readonly overrides?: readonly string[];
};

export type AuthStatus = {
  readonly state: "ready" | "expired" | "signed-out" | "pending" | "missing";
  /** ISO 8601; absent if unknown. */
  readonly expiresAt?: string;
  readonly refreshable?: boolean;
  readonly userCode?: string;
  readonly verificationUri?: string;
  /** Fields that still need a value. */
  readonly fields?: readonly string[];
};

/** One line of `--json`: an event of a generation, a sign-in or a server, or the result as the last line; for panels in any language. */
export type EventLine = JobLine | Code | Url | Step | Log | Ready | Work | Result;
