// Generated from schemas/events.schema.json by `npm run gen`; do not edit.

/** An event of a job, or of its server. */
export type JobLine =
  Job | Node | Progress | Preview | Upload | Output | Text | Warning | Error | Status | Connection | Unknown;

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

/** Why a queued prompt of a pool or a queue does not run yet, why a job is `waiting`, or why nothing is heard of it. */
export type PromptWait = {
  /** `turn`: the members that can run it run others first; `paused`: the backend, or the owner of the prompt, is paused; `limit`: as many prompts of its owner run as its quota allows; `draining`: the members that can run it are draining; `unreachable`: they do not answer, or are draining; `unable`: no member has what it needs. Of a job alone: `time`: its time has not come; `retry`: a batch has failed, and is tried again later; `connection`: the connection to the backend is lost, so nothing is heard of the prompt until it is back. */
  readonly why:
    "turn" | "paused" | "limit" | "draining" | "unreachable" | "unable" | "time" | "retry" | "connection";
  /** What the owner or the members have or lack, the time, or the failure, in words. */
  readonly detail: string;
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

/** What the error means for the caller; docs/plugin-guide.md has a table. */
export type ErrorClass = "input" | "unknown" | "denied" | "conflict" | "upstream" | "lost" | "full" | "fault";
