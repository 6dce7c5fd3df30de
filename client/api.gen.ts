// Generated from schemas/api.schema.json by `npm run gen`; do not edit.

import type * as events from "./events.gen.js";

/** What the holder of a token may do; `admin` includes everything, every scope includes `read`. */
export type Scope = "read" | "generate" | "request" | "admin";

/** An error (RFC 9457). */
export type ProblemDocument = {
  /** `urn:pictor:error:` and the code. */
  readonly type: string;
  /** What happened, without the advice. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What happened, and what to do. */
  readonly detail: string;
  /** Stable; listed in docs/errors.md. */
  readonly code: string;
  readonly class: events.ErrorClass;
  /** What to do. */
  readonly hint?: string;
  /** The values that the texts contain, and more for programs. */
  readonly details?: { readonly [name: string]: unknown };
  /** Further problems of the same request. */
  readonly also?: readonly { readonly pointer?: string; readonly message: string }[];
};

export type Entry = {
  readonly product: "pictor";
  readonly version: string;
  /** Grows when routes or members are added. */
  readonly apiVersion: string;
  /** New for each run of the server; events of another run cannot be resumed. */
  readonly serverId: string;
  /** The number of the newest event. */
  readonly seq: number;
  /** The scopes of the caller's token. */
  readonly scopes: readonly Scope[];
  readonly limits: { readonly bodyBytes: number; readonly uploadBytes: number; readonly eventsKept: number };
  /** The limits that apply to the caller's token; absent without limits. */
  readonly quota?: Quota;
};

export type SessionCode = {
  /** The code in the fragment of the address that `pictor serve` prints; valid once, for a minute. */
  readonly code: string;
};

export type SessionRequest = {
  /** Known only to the page that asks, which reads the answer with this secret. */
  readonly secret: string;
  /** Shown by this page and by the open pages, for a person to compare. */
  readonly userCode: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
};

export type SessionAnswerRequest = { readonly secret: string };

export type SessionAnswer = {
  /** While it is `waiting`, the page must ask again within 15 seconds; otherwise the question is withdrawn. */
  readonly state: "waiting" | "refused" | "granted";
  /** Token of the session, if it is `granted`; given once. */
  readonly token?: string;
  readonly scopes?: readonly ("read" | "generate" | "request" | "admin")[];
};

export type Session = {
  /** Valid until the server ends. */
  readonly token: string;
  readonly scopes: readonly Scope[];
};

export type Ticket = {
  /** Valid for one handshake of the event socket, within 30 seconds. */
  readonly ticket: string;
  /** Values for the second argument of WebSocket. */
  readonly subprotocols: readonly string[];
};

/** How much one owner may ask for; the owner is the name of a token. Without a member, there is no such limit. */
export type Quota = {
  /** Prompts of the owner that wait. */
  readonly waiting?: number;
  /** Prompts of the owner that wait or run. */
  readonly unfinished?: number;
  /** Prompts of the owner that run at the same time in a pool or a queue; the others wait. */
  readonly running?: number;
  /** Submissions, whatever their number of prompts. */
  readonly submissionsPerMinute?: number;
  /** The priorities that the owner may choose. */
  readonly priorities?: readonly ("high" | "normal" | "low")[];
};

export type TokenRequest = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The limits of this token, each instead of the limit in the configuration. */
  readonly quota?: Quota;
};

export type TokenChange = {
  /** Replaces the token's own quota; `{}` returns to the quota of the configuration. */
  readonly quota: Quota;
};

export type Token = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Milliseconds since 1970, to within a minute. */
  readonly lastUsedAtMs?: number;
  /** The limits of this token, each instead of the limit in the configuration. */
  readonly quota?: Quota;
};

export type TokenList = { readonly tokens: readonly Token[] };

export type NewToken = {
  /** Shown once. */
  readonly token: string;
  readonly record: Token;
};

export type Workflow = {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly plugin: string;
  /** The settings, in the dialect of schemas/dialect.schema.json. */
  readonly params: { readonly [name: string]: unknown };
  /** Values of params for a first run. */
  readonly example?: { readonly [name: string]: unknown };
  /** Ids of the features that a form shows for the workflow. */
  readonly features: readonly string[];
  /** Whether the user has saved the workflow from a graph. */
  readonly isOwn?: boolean;
};

export type WorkflowList = { readonly workflows: readonly Workflow[] };

export type Feature = {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly plugin: string;
  readonly settings: { readonly [name: string]: unknown };
  /** Whether a job can use the feature only once. */
  readonly once: boolean;
  /** Ids of the workflows for which a form shows the feature. */
  readonly workflows: readonly string[];
};

export type FeatureList = { readonly features: readonly Feature[] };

export type AuthScheme = {
  readonly id: string;
  readonly title: string;
  readonly plugin: string;
  readonly settings: { readonly [name: string]: unknown };
  /** What a person can do with a profile of the scheme, such as `login`. */
  readonly actions: readonly { readonly [name: string]: unknown }[];
};

export type AuthSchemeList = { readonly authSchemes: readonly AuthScheme[] };

export type BackendKind = {
  /** The value of `kind` in a backend's configuration. */
  readonly id: string;
  readonly title: string;
  readonly plugin: string;
  readonly settings: { readonly [name: string]: unknown };
};

export type BackendKindList = { readonly backendKinds: readonly BackendKind[] };

export type Plugin = {
  readonly id: string;
  readonly kind?: string;
  readonly version?: string;
  readonly state: string;
  readonly title?: string;
  readonly description?: string;
  /** Why the plugin has failed or is disabled. */
  readonly reason?: string;
};

export type PluginList = { readonly plugins: readonly Plugin[] };

export type ProblemList = { readonly problems: readonly events.Fault[] };

export type ChoiceList = {
  readonly choices: readonly string[];
  /** Number of choices that match the search. */
  readonly total: number;
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
};

export type Backend = {
  readonly name: string;
  readonly kind: string;
  /** Name of the auth profile. */
  readonly auth?: string;
  readonly origin: "configured" | "default";
};

export type BackendList = {
  readonly backends: readonly Backend[];
  /** Name of the instance that is used when a request names none; absent if there is none. */
  readonly default?: string;
};

/** What a backend says about itself. */
export type BackendInfo = {
  /** Product and address. */
  readonly title: string;
  /** Address of the server. */
  readonly address?: string;
  /** Version that the server reports; empty if it is not known. */
  readonly version: string;
  /** A limitation, such as simulated results. */
  readonly notice?: string;
  /** The devices that the server computes on, with their present memory. */
  readonly devices?: readonly {
    readonly name: string;
    readonly totalBytes?: number;
    readonly freeBytes?: number;
    readonly [name: string]: unknown;
  }[];
  readonly [name: string]: unknown;
};

export type BackendTest = {
  readonly isReachable: boolean;
  readonly info?: BackendInfo;
  readonly error?: events.Fault;
};

export type ChosenBackend = {
  /** The configuration file that was written. */
  readonly file: string;
};

export type BackendState = {
  readonly name: string;
  readonly kind: string;
  readonly auth?: string;
  readonly origin: "configured" | "default";
  /** Whether it answers. A server that Pictor starts itself counts as answering while it does not run: its status tells. */
  readonly isReachable: boolean;
  readonly info?: BackendInfo;
  /** What the backend can do besides generating: lifecycle, extensions, installation, .... */
  readonly facets: readonly string[];
  readonly error?: events.Fault;
};

/** A node class of the backend: its inputs and outputs. */
export type NodeClass = { readonly [name: string]: unknown };

/** Where the end of the job is reported, signed as Standard Webhooks defines it; default: the webhook of the configuration. */
export type Webhook = {
  /** An address with http: or https:. */
  readonly url: string;
  /** A reference to the secret that signs the message, for the scope admin; default: that of the configuration. */
  readonly secret?: { readonly [name: string]: unknown };
};

export type JobRequest = {
  /** Id of a workflow. */
  readonly workflow: string;
  /** Values of the workflow's settings; other settings take their defaults. A 64-bit integer is a text. `{ "$upload": id }` names an upload. */
  readonly params?: { readonly [name: string]: unknown };
  /** In the order in which they are applied. */
  readonly features?: readonly {
    readonly id: string;
    readonly settings?: { readonly [name: string]: unknown };
  }[];
  /** Name of an instance. Default: the one that the configuration prefers. */
  readonly backend?: string;
  /** Number of batches, with the seeds seed, seed + 1, ...; default 1. */
  readonly count?: number;
  /** Whether displayed texts are outputs, too; default false. */
  readonly savesTexts?: boolean;
  /** For a backend with a queue of its own: jobs of a higher priority run first; default `normal`. Other backends ignore it. */
  readonly priority?: "high" | "normal" | "low";
  readonly webhook?: Webhook;
  /** The job waits until this time, in milliseconds since 1970, before it does anything, also across restarts of the server; default: it begins at once. */
  readonly notBeforeMs?: number;
  readonly retry?: RetryPolicy;
};

/** The failures after which a batch is tried again, as a new prompt; default: none. */
export type RetryPolicy = {
  /** The server ran out of memory. */
  readonly outOfMemory?: RetryRule;
  /** The prompt is lost. It may have run, or may still run, so the batch may be run twice. */
  readonly lost?: RetryRule;
};

export type RetryRule = {
  /** The number of further attempts for each batch. */
  readonly attempts: number;
  /** Milliseconds before the first attempt, doubled before each later one, at most an hour; default 10000. */
  readonly backoffMs?: number;
};

/** What happens to the seed of a form when a job is submitted: `fixed` uses the seed of `params`, `random` takes a new one each time, `increment` uses the seed of `params`, and the form then adds the number of batches to it. */
export type SeedMode = "fixed" | "random" | "increment";

/** Values for a form; what is absent stays as it is in the form. Without `workflow`, `params` are for every workflow that has such settings. */
export type FormValues = {
  /** Id of a workflow. */
  readonly workflow?: string;
  /** Values of the workflow's settings; other settings take their defaults. A 64-bit integer is a text. `{ "$upload": id }` names an upload. */
  readonly params?: { readonly [name: string]: unknown };
  /** In the order in which they are applied. */
  readonly features?: readonly {
    readonly id: string;
    readonly settings?: { readonly [name: string]: unknown };
  }[];
  /** Name of an instance; absent: the one that the configuration prefers. */
  readonly backend?: string;
  /** Number of batches. */
  readonly count?: number;
  readonly seed?: SeedMode;
};

/** The whole state of a form, to be saved. */
export type PresetDraft = {
  /** A sentence for people. */
  readonly description?: string;
  /** Only the token that saves the preset, and tokens with the scope admin, may change or delete it. Default: unchanged. */
  readonly owned?: boolean;
  /** Id of a workflow. */
  readonly workflow: string;
  /** Values of the workflow's settings; other settings take their defaults. A 64-bit integer is a text. `{ "$upload": id }` names an upload. */
  readonly params?: { readonly [name: string]: unknown };
  /** In the order in which they are applied. */
  readonly features?: readonly {
    readonly id: string;
    readonly settings?: { readonly [name: string]: unknown };
  }[];
  /** Name of an instance; absent: the one that the configuration prefers. */
  readonly backend?: string;
  /** Number of batches; default 1. */
  readonly count?: number;
  /** Default `random`. */
  readonly seed?: SeedMode;
};

/** The whole state of a form under a name. */
export type Preset = {
  readonly name: string;
  readonly description?: string;
  /** Milliseconds since 1970. */
  readonly savedAtMs: number;
  /** Id of the only token that may change or delete the preset, besides tokens with the scope admin. */
  readonly owner?: string;
  /** Id of a workflow. */
  readonly workflow: string;
  /** Values of the workflow's settings; other settings take their defaults. A 64-bit integer is a text. `{ "$upload": id }` names an upload. */
  readonly params: { readonly [name: string]: unknown };
  /** In the order in which they are applied. */
  readonly features: readonly {
    readonly id: string;
    readonly settings: { readonly [name: string]: unknown };
  }[];
  /** Name of an instance; absent: the one that the configuration prefers. */
  readonly backend?: string;
  /** Number of batches. */
  readonly count: number;
  readonly seed: SeedMode;
};

export type PresetSummary = {
  readonly name: string;
  readonly description?: string;
  readonly workflow: string;
  /** Milliseconds since 1970. */
  readonly savedAtMs: number;
};

export type PresetList = {
  /** By name. */
  readonly presets: readonly PresetSummary[];
};

export type Recalled = {
  /** The number of the event `recall`, which open forms receive. */
  readonly seq: number;
};

export type AttachRequest = {
  /** Id of a prompt that anyone has submitted to the backend. */
  readonly promptId: string;
  readonly backend?: string;
  readonly savesTexts?: boolean;
};

export type JobOutput = {
  readonly index: number;
  readonly batch: number;
  readonly node: string;
  /** Index among the files of the node. */
  readonly place: number;
  readonly filename: string;
  readonly subfolder: string;
  readonly area: "output" | "temp" | "input";
  /** Address on the backend; empty for data that the backend does not keep. */
  readonly address: string;
  readonly mime: string;
  /** A 64-bit integer in decimal digits; absent if the graph uses no seed. */
  readonly seed?: string;
  /** In pixels, of a saved PNG, JPEG or WebP. */
  readonly width?: number;
  readonly height?: number;
  /** A path of this server, which serves the bytes. */
  readonly href: string;
};

/** The refusal of a gate. */
export type Veto = {
  readonly code: string;
  /** What the gate says, as a sentence. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  readonly [name: string]: unknown;
};

/** `waiting` for its time, or until a batch is tried again; `wait` says which. `building` to `uploading` come before the backend has a prompt. `finished`, `vetoed` by a gate, `interrupted` by a cancellation, `failed` and `lost`, whose outcome is unknown, are ends. */
export type JobState =
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

export type JobProgress = {
  readonly batch: number;
  readonly node: string;
  readonly value: number;
  readonly max: number;
  /** From 0 to 1, over all batches; it never decreases. */
  readonly overall: number;
  /** When the job ends at the present speed; milliseconds since 1970. Absent while too little is done. */
  readonly expectedEndAtMs?: number;
};

/** Everything that a client must know about a job. */
export type Job = {
  readonly id: string;
  /** The number of the last event that is contained; later events can be applied. */
  readonly seq: number;
  readonly state: JobState;
  /** Why the job is `waiting`, what keeps a queued prompt of a pool or a queue from running until it changes, or that the connection to the backend is lost; absent if others merely run first. */
  readonly wait?: events.PromptWait;
  readonly workflow: string;
  /** Name of the instance, if the request names one. */
  readonly backend?: string;
  /** Name of the token that submitted the job. */
  readonly owner: string;
  readonly count: number;
  /** Index of the current batch. */
  readonly batch: number;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** When the backend began the first batch; milliseconds since 1970. */
  readonly startedAtMs?: number;
  /** Milliseconds since 1970; absent until the result is final. */
  readonly endedAtMs?: number;
  /** One for each batch that the backend has accepted. */
  readonly promptIds: readonly string[];
  readonly activeNode?: {
    readonly node: string;
    readonly classType: string;
    /** Title of the node in the graph, if it has one; `title` of `GET /v1/backends/{name}/catalog` is the title of the class. */
    readonly title?: string;
  };
  readonly progress?: JobProgress;
  readonly outputs: readonly JobOutput[];
  readonly texts: readonly { readonly batch: number; readonly node: string; readonly text: string }[];
  readonly problems: readonly events.Problem[];
  readonly error?: events.Fault;
  readonly veto?: Veto;
  /** Who has interrupted the job: a client or this server, or the server of the backend. */
  readonly by?: "caller" | "server";
  readonly request?: JobRequest;
};

export type JobList = {
  /** Newest first. */
  readonly jobs: readonly Job[];
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
  /** Events above this number are not contained. */
  readonly seq: number;
};

export type CheckResult = {
  readonly status: "ready" | "vetoed" | "interrupted" | "failed" | "lost";
  readonly backend?: string;
  readonly problems: readonly events.Problem[];
  readonly error?: events.Fault;
  readonly veto?: Veto;
};

export type CancelRequest = {
  /** Default: all jobs that have not ended. */
  readonly ids?: readonly string[];
  /** Ids of jobs that continue. */
  readonly except?: readonly string[];
};

export type CancelResult = {
  /** Ids of the jobs whose cancellation was requested. */
  readonly cancelled: readonly string[];
};

/** A value of a profile that is never shown. */
export type ProfileSecret = {
  /** Scheme and field, such as `basic.password`. */
  readonly field: string;
  /** Where the value comes from: the secret store, an environment variable, a file, the token of a profile, or the profile itself. */
  readonly from: "secret" | "env" | "file" | "token" | "value";
  /** Name of the secret, variable, file or profile. */
  readonly name?: string;
  /** For `secret`: whether the store has it. */
  readonly isSet?: boolean;
};

/** What a person can do with a profile, such as `login`. */
export type ProfileAction = {
  readonly id: string;
  readonly title: string;
  /** Whether the action is possible in the present state. */
  readonly canRun: boolean;
  /** The text that the action needs. */
  readonly input?: { readonly title: string; readonly secret: boolean };
};

/** A saved auth setting. It contains no secret. */
export type Profile = {
  readonly name: string;
  /** Id of the scheme in use, or `none`. */
  readonly type: string;
  /** Title of that scheme. */
  readonly title: string;
  /** Whether no required field is missing; a token may still be missing. */
  readonly configured: boolean;
  /** `unusable`: see `error`. */
  readonly state: "ready" | "expired" | "signed-out" | "pending" | "missing" | "unusable";
  /** Whether a person must sign in before the profile can be used. */
  readonly needsSignIn: boolean;
  /** When the token expires; milliseconds since 1970. */
  readonly expiresAtMs?: number;
  /** Whether the token can be refreshed without a person. */
  readonly refreshable?: boolean;
  /** Fields without a value. */
  readonly missing?: readonly string[];
  readonly notes: readonly string[];
  /** The only origins to which the credentials are sent; absent: none is confirmed yet. */
  readonly origins?: readonly string[];
  /** The fields of each scheme; a secret is a reference, and `***` stands for a secret value. */
  readonly schemes: { readonly [name: string]: unknown };
  readonly secrets: readonly ProfileSecret[];
  readonly actions: readonly ProfileAction[];
  /** The configuration file of the profile. */
  readonly file?: string;
  /** Files whose profile of the same name has no effect. */
  readonly overrides: readonly string[];
  readonly error?: events.Fault;
};

/** What the stored tokens of a profile say, without the tokens and their signatures. The claims are not verified. */
export type ProfileClaims = {
  /** The tokens that are JSON Web Tokens; none if the profile has no token, or if its tokens are opaque. */
  readonly tokens: readonly {
    /** Which token it is, such as `Access token`. */
    readonly title: string;
    /** The claims (RFC 7519). */
    readonly claims: { readonly [name: string]: unknown };
  }[];
};

export type ProfileList = { readonly profiles: readonly Profile[] };

/** A profile as it is written. */
export type ProfileDraft = {
  /** Id of the scheme in use, or `none`. */
  readonly type: string;
  /** The fields of each scheme, by its id. A secret is a reference: `{ "$secret": name }`. */
  readonly schemes?: { readonly [name: string]: { readonly [name: string]: unknown } };
  /** The only origins to which the credentials are sent. */
  readonly origins?: readonly string[];
};

export type ProfileCheckRequest = {
  /** The draft, whose secrets may be texts. */
  readonly profile: ProfileDraft;
  /** The saved profile that the draft changes: its tokens are used, and `***` stands for a value that it has but does not show. */
  readonly name?: string;
};

export type ProfileDraftActionRequest = {
  /** The draft, whose secrets may be texts. */
  readonly profile: ProfileDraft;
  /** The saved profile that the draft changes, for which the token is kept. */
  readonly name?: string;
  /** Text for an action that needs one. */
  readonly input?: string;
};

export type ProfileFault = {
  /** Path of the value, such as `/schemes/basic/username`. */
  readonly pointer: string;
  readonly message: string;
};

export type ProfileCheck = {
  /** The state and the actions that the draft has now; its name is empty unless it changes a saved profile. */
  readonly profile: Profile;
  readonly faults: readonly ProfileFault[];
  /** Paths of required fields without a value. The profile can be saved without them. */
  readonly missing: readonly string[];
};

/** The profile after a change; absent if it no longer exists. */
export type ProfileResult = {
  readonly profile?: Profile;
  /** What was done, for people. */
  readonly notes: readonly string[];
};

export type ProfileActionRequest = {
  /** The text of an action that has an `input`. */
  readonly input?: string;
};

export type SecretValue = { readonly value: string };

/** The names of the secrets. Their values cannot be read. */
export type SecretList = {
  readonly names: readonly string[];
  /** Where the secrets are kept, for people. */
  readonly store: string;
};

/** A scheme and its fields. */
export type InlineAuth = { readonly type: string; readonly [name: string]: unknown };

/** The body of a request: one of the members. */
export type RequestBody = {
  readonly text?: string;
  /** Any JSON value, sent as `application/json` unless a header says otherwise. */
  readonly json?: unknown;
  readonly base64?: string;
  /** Sent one after another, such as the texts and files of a multipart body; {{variables}} are filled in in the texts. */
  readonly pieces?: readonly ({ readonly text: string } | { readonly base64: string })[];
};

export type HttpRequest = {
  /** Name of the request for the caller, by which it can be aborted before the reply; default: one that the server chooses. */
  readonly id?: string;
  /** Default GET. */
  readonly method?: string;
  /** An http or https address; without a scheme, https, or http for an IP address or a name without a domain. */
  readonly url: string;
  /** By name; a header with several lines has a list. */
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  readonly body?: RequestBody;
  /** The name of a profile, or a scheme with its fields; default: none. */
  readonly auth?: string | InlineAuth;
  /** With fields in `auth`, and with the scope admin: the saved profile that they change. Its origins and its tokens apply to the fields, and `***` stands for a value that the profile has but does not show. */
  readonly profile?: string;
  /** With the scope admin: confirms that the credentials of a profile without origins are sent to the origin of `url`, and only there from now on. Otherwise a person is asked. */
  readonly confirmsOrigin?: boolean;
  /** Default `follow`: other origins receive no credentials. `trusted`: they do, except from https to http, and except those of a profile that does not list the origin. `manual`: the redirect is the reply. */
  readonly redirect?: "follow" | "trusted" | "same-origin" | "manual" | "error";
  /** Statuses of redirects after which a POST stays a POST with its body; default: none. */
  readonly keepsPost?: readonly (301 | 302 | 303)[];
  /** Whether a compressed reply is asked for and decompressed; default true. With false, the body is as the server sends it. */
  readonly compressed?: boolean;
  /** Whether the request sends the cookies that the active environment keeps, and the cookies of its replies are kept; default true. Without the scope admin: never. */
  readonly keptCookies?: boolean;
  /** Milliseconds until the reply begins; default 300,000. */
  readonly timeoutMs?: number;
  /** How long the body is read; the reply then has what has arrived, a note, and `isComplete` false. Default 3,000 for a body that has no end of its own (multipart/x-mixed-replace, and text/event-stream after a GET), 300,000 for text/event-stream after another method, else none; as a stream, none. */
  readonly readMs?: number;
  /** Limit of the reply's body; default 10,000,000. */
  readonly maxBytes?: number;
  /** Whether the request is kept in the history of requests, without secrets; default true. */
  readonly isRemembered?: boolean;
};

export type HttpHeader = { readonly name: string; readonly value: string };

/** A request that was sent: the first one, a redirect, or the answer to a challenge. */
export type HttpHop = {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Credentials are `***`. */
  readonly sentHeaders: readonly HttpHeader[];
};

export type HttpBody = {
  /** Size. */
  readonly bytes: number;
  /** As the server says. */
  readonly mime?: string;
  /** Address of the bytes. */
  readonly href: string;
  /** When the server forgets the bytes; milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** The beginning of a text. */
  readonly text?: string;
  /** Whether `text` is the whole body. */
  readonly isTextComplete?: boolean;
  /** Absent if the whole body arrived. False: these are the bytes that had arrived when the request was cancelled, failed, or ended by `readMs`. */
  readonly isComplete?: false;
};

/** A part of a reply while it comes: one `head`, the `data` of the body, and one `end`. */
export type HttpReplyPart = HttpReplyHead | HttpReplyData | HttpReplyEnd;

export type HttpReplyHead = {
  readonly type: "head";
  readonly id: string;
  readonly status: number;
  /** Address of the last hop, without credentials. */
  readonly url: string;
  /** By lower-case name; lines of Set-Cookie are separated by a line feed. */
  readonly headers: { readonly [name: string]: string };
  /** Milliseconds until the headers of the reply. */
  readonly headersMs: number;
};

/** The next lines of the body: `text` if it is a text, else `base64`. */
export type HttpReplyData = { readonly type: "data"; readonly text?: string; readonly base64?: string };

export type HttpReplyEnd = {
  readonly type: "end";
  readonly reply: HttpReply;
  /** Why the body did not come to its end, unless it was cancelled. */
  readonly problem?: { readonly code: string; readonly message: string; readonly hint?: string };
};

/** The reply of another server. What was sent as a credential is `***`, also where the reply repeats it. */
export type HttpReply = {
  readonly id: string;
  readonly status: number;
  /** Address of the last hop, without credentials. */
  readonly url: string;
  /** By lower-case name; lines of Set-Cookie are separated by a line feed. */
  readonly headers: { readonly [name: string]: string };
  /** What a reply with the status 401 asks for, in the order of its WWW-Authenticate. */
  readonly challenges?: readonly {
    /** As the server writes it, such as `Bearer`. */
    readonly scheme: string;
    /** By lower-case name. */
    readonly parameters: { readonly [name: string]: string };
  }[];
  readonly hops: readonly HttpHop[];
  /** Problems that did not end the request. */
  readonly notes: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Milliseconds until the headers of the reply. */
  readonly headersMs: number;
  /** Milliseconds until the end of the body. */
  readonly totalMs: number;
  readonly body: HttpBody;
};

export type CurlText = {
  /** A command as browsers and manuals print it. */
  readonly text: string;
};

export type ParsedCurl = {
  readonly request: HttpRequest;
  /** What the command has and the request lacks, as sentences without a value. */
  readonly notes: readonly string[];
  /** What the request lacks because a file has it, and no file is read: a sentence for each file. A client that lets a person choose the files (`parts`, `file`) does not need these sentences. */
  readonly unread: readonly string[];
  /** All parts of a form that has files, for a client that can add the files; the body of the request lacks the parts. */
  readonly parts?: readonly CurlPart[];
  /** The path of the file that is the whole body, for a client that can add it; the request has no body then. */
  readonly file?: string;
};

export type CurlPart = {
  readonly name: string;
  /** The value. Absent: the part is a file. */
  readonly text?: string;
  /** The path of the file in the command. */
  readonly file?: string;
};

export type CurlRequest = { readonly request: HttpRequest };

export type CurlCommand = {
  /** A command for a POSIX shell. Secrets are variables of the shell, such as `$SHOP_PASSWORD`. */
  readonly text: string;
  /** What to do first, and what the command does differently from Pictor. */
  readonly notes: readonly string[];
};

/** A `{{variable}}`. */
export type Variable = {
  readonly name: string;
  /** Absent for a reference, and for a variable whose name is that of a secret. */
  readonly value?: string;
  /** Where the value comes from, such as `$env NAME`. */
  readonly reference?: string;
};

export type Environment = { readonly name: string; readonly variables: readonly Variable[] };

export type EnvironmentChoice = {
  /** Absent: none. */
  readonly name?: string;
};

export type EnvironmentDraft = {
  /** All variables of the environment, as they are listed. A variable with neither value nor reference keeps its value. */
  readonly variables: readonly Variable[];
};

/** The certificates that the user trusts, each for one origin, whoever has signed them. */
export type CertificateList = { readonly certificates: readonly TrustedCertificate[] };

export type TrustedCertificate = {
  readonly origin: string;
  /** SHA-256 of the certificate. Absent in a change: no certificate is trusted any longer. */
  readonly fingerprint?: string;
};

/** The cookies that the active environment keeps from one request to the next, without their values. */
export type CookieJar = {
  /** The active environment. Absent: the jar belongs to requests without an environment. */
  readonly environment?: string;
  /** Whether requests send and set the cookies. */
  readonly isOn: boolean;
  readonly cookies: readonly KeptCookie[];
};

export type KeptCookie = {
  readonly name: string;
  readonly domain: string;
  readonly path: string;
  /** The origin that has set the cookie. */
  readonly origin: string;
  /** Absent: the cookie is kept until it is cleared. */
  readonly expiresAtMs?: number;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
};

export type CookieJarChange = {
  /** Whether requests send and set cookies from now on; false also deletes the cookies. */
  readonly isOn: boolean;
};

export type CookieClearing = {
  /** Deletes the cookies of this domain. Absent: all cookies. */
  readonly domain?: string;
};

export type EnvironmentList = {
  /** Name of the environment whose variables are filled in; absent: none. */
  readonly active?: string;
  readonly environments: readonly Environment[];
};

export type SentRequest = {
  readonly id: string;
  /** When the request was sent; milliseconds since 1970. */
  readonly atMs: number;
  /** Name of the token that has sent the request. */
  readonly owner: string;
  readonly method: string;
  readonly url: string;
  /** The name of a profile, or a scheme. */
  readonly auth?: string;
  /** Status of the reply. */
  readonly status?: number;
  /** Code of the error if there was no reply; absent if the client has left before one. */
  readonly error?: string;
  /** Milliseconds until the end of the reply, or the error. */
  readonly ms: number;
  /** Size of the reply's body. */
  readonly bytes?: number;
};

export type SentRequestList = {
  /** Newest first. */
  readonly requests: readonly SentRequest[];
  readonly total: number;
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
};

export type SentRequestDetails = {
  readonly summary: SentRequest;
  readonly request: HttpRequest;
  /** Paths of values that were not kept because they may be secret, or too large: fill them in to send the request again. */
  readonly hidden: readonly string[];
};

export type ConfigurationFile = {
  readonly file: string;
  readonly profiles: readonly string[];
  readonly backends: readonly string[];
};

export type ConfigurationView = {
  /** The folder of the project. */
  readonly directory: string;
  /** The loaded files, lowest first. */
  readonly files: readonly ConfigurationFile[];
  /** Where new entries are written. */
  readonly writesTo: string;
  /** The folder in which results are saved. */
  readonly outputs: string;
  /** Name of the active environment. */
  readonly environment?: string;
  readonly environments: readonly string[];
  /** Where the secrets are kept, for people. */
  readonly secretStore: string;
  readonly trust: {
    /** How the folder is trusted; absent if it is not. */
    readonly mode?: string;
    /** What the project does with power, in words. */
    readonly powers: readonly string[];
    readonly untrusted: readonly string[];
  };
};

export type Panel = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly plugin: string;
  /** Scopes that the panel asks for. */
  readonly scopes: readonly Scope[];
  /** Address of the panel; absent if it is not served. */
  readonly url?: string;
};

export type PanelList = { readonly panels: readonly Panel[] };

export type PanelAddress = { readonly url: string };

export type Question = {
  readonly id: string;
  /** `code`: to be entered at `url` until `expiresAtMs`. `link`: `url` is to be opened in a browser. Neither is answered; both are withdrawn when they are no longer needed. */
  readonly kind: "choice" | "text" | "code" | "link";
  readonly title: string;
  readonly detail?: readonly string[];
  readonly choices?: readonly { readonly id: string; readonly text: string }[];
  /** Id of the choice that is taken when nobody answers. */
  readonly safeChoice?: string;
  /** The text is not shown while it is typed. */
  readonly isSecret?: boolean;
  readonly code?: string;
  readonly url?: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs?: number;
  readonly jobId?: string;
  readonly operationId?: string;
  /** Id of the request in which the question arose. */
  readonly requestId?: string;
};

export type QuestionList = { readonly questions: readonly Question[] };

export type Answer = {
  /** Id of a choice. */
  readonly choice?: string;
  readonly text?: string;
};

/** What an operation changes. One operation at a time runs on a target. */
export type OperationTarget = {
  /** `backend`, `profile`, .... */
  readonly kind: string;
  readonly name: string;
};

export type OperationProgress = {
  /** What is being done, for people. */
  readonly step: string;
  /** From 0 to 1; absent while it is not known. */
  readonly fraction?: number;
  /** The newest line of the step's tool. */
  readonly line?: string;
};

/** Long work that a request has started. */
export type Operation = {
  readonly id: string;
  /** Number of the last event that is contained. */
  readonly seq: number;
  /** What kind of work it is, such as `backend.start`. */
  readonly kind: string;
  readonly target: OperationTarget;
  /** What the operation does, for people. */
  readonly title: string;
  /** Name of the token that has started the operation. */
  readonly owner: string;
  readonly state: "running" | "finished" | "failed" | "cancelled";
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Milliseconds since 1970; absent while it runs. */
  readonly endedAtMs?: number;
  readonly progress?: OperationProgress;
  /** The newest 100 lines for people, oldest first. Events and lists do not contain it: each line is a `notice` with the `operationId`, or a step. */
  readonly log?: readonly string[];
  /** What a finished operation gives; its kind decides. */
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: events.Fault;
  /** Who has cancelled the operation; `server`: the server was ending. */
  readonly by?: "caller" | "server";
};

export type OperationList = {
  /** Newest first, without their logs. */
  readonly operations: readonly Operation[];
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
};

/** The settings of an instance: those of its kind besides `kind` and `auth`. A secret is a reference, such as `{ "$secret": "NAME" }`. */
export type BackendSettings = {
  /** Id of a backend kind; GET /v1/backend-kinds. */
  readonly kind: string;
  /** Name of an auth profile. */
  readonly auth?: string;
  readonly [name: string]: unknown;
};

export type SavedBackend = {
  readonly backend: Backend;
  /** The configuration file that was written. */
  readonly file: string;
};

/** The state of a server, determined without starting it. */
export type ServerState = {
  readonly state: "absent" | "stopped" | "starting" | "running" | "crashed";
  /** What is missing (`absent`). */
  readonly reason?: string;
  readonly url?: string;
  readonly pid?: number;
  /** Which process ends the server: this one, another one, or none, because the server was left running. */
  readonly owner?: "this" | "other" | "nobody";
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly exitCode?: number;
  readonly signal?: string;
  /** The last lines of the log of a crashed server. */
  readonly lastLines?: readonly string[];
  /** The last restart, update or crash. */
  readonly lastEvent?: {
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly text: string;
  };
};

/** `server` is absent for a server that cannot be started from here; `operation` is the one that runs on the instance. */
export type BackendStatus = {
  readonly backend: Backend;
  readonly server?: ServerState;
  /** What can be done with the server from here. */
  readonly actions: readonly ("start" | "stop" | "restart" | "logs" | "install" | "update")[];
  readonly operation?: Operation;
};

/** One server of a backend over several servers. */
export type MemberStatus = {
  readonly name: string;
  /** Product and address; absent until the member has answered. */
  readonly title?: string;
  /** `ready`, `draining`: no new prompts because a person asked for that, `unreachable`: no prompts until it answers again, `unchecked`: it was asked for the first time, and has not answered yet. */
  readonly state: "ready" | "draining" | "unreachable" | "unchecked";
  /** Why it is unreachable. */
  readonly reason?: string;
  /** When it is asked again; milliseconds since 1970. */
  readonly retryAtMs?: number;
  /** Prompts that it runs, or that wait in its own queue. */
  readonly running: number;
  /** How many prompts it runs at once; absent for one. */
  readonly capacity?: number;
  /** Model files of the prompt that it ran last. */
  readonly loaded: readonly string[];
  /** Milliseconds for a sampling step with these models; absent before the first measurement. */
  readonly stepMs?: number;
  /** Milliseconds for a whole run with these models; absent before the first measurement. */
  readonly runMs?: number;
  /** Prompts that have ended on it since the backend was opened, or since its worker was started. */
  readonly ended: number;
  /** How many of them are lost. */
  readonly lost: number;
  /** How often it had to load other models. */
  readonly modelSwitches: number;
};

export type OwnerStatus = {
  /** Absent for prompts that name no owner. */
  readonly owner?: string;
  readonly waiting: number;
  readonly running: number;
  /** Whether the owner is paused: its prompts wait. Default false. */
  readonly isPaused?: boolean;
};

/** Whose prompts are paused. */
export type PauseRequest = {
  /** The owner whose prompts wait, or wait no longer; default: all owners. */
  readonly owner?: string;
};

/** The servers behind a backend, and who waits for them. */
export type MemberList = {
  readonly members: readonly MemberStatus[];
  /** Owners with prompts that wait or run, in the order of their next turns, and those that are paused. */
  readonly owners: readonly OwnerStatus[];
  /** What an administrator should change. */
  readonly problems: readonly events.Problem[];
  /** Whether no member gets prompts. */
  readonly isPaused: boolean;
};

export type FailedPrompt = {
  readonly promptId: string;
  /** `lost`: it may have been run, and its result is not known. */
  readonly state: "failed" | "lost";
  /** Why the prompt has failed or is lost, in a sentence. */
  readonly reason: string;
  /** For `failed`: the error of the server. */
  readonly error?: {
    readonly node?: string;
    readonly classType?: string;
    readonly exception: string;
    readonly message: string;
  };
  readonly owner?: string;
  /** The member that had the prompt; absent if no member had begun it. */
  readonly member?: string;
  /** When the prompt was submitted, in milliseconds since 1970. */
  readonly createdAtMs: number;
  /** When the prompt ended, in milliseconds since 1970. */
  readonly endedAtMs: number;
  /** How often the prompt was run, or may have been run. */
  readonly attempts: number;
};

export type FailedPromptList = { readonly failures: readonly FailedPrompt[] };

export type LinkRequest = {
  /** Paths of images, thumbnails, previews and outputs, with their queries. */
  readonly paths: readonly string[];
  /** How long the links are valid; default 600. */
  readonly seconds?: number;
};

export type LinkList = {
  /** In the order of the request. */
  readonly links: readonly SignedLink[];
};

export type SignedLink = {
  /** As in the request. */
  readonly path: string;
  /** A path of this server, which works without the header Authorization. */
  readonly href: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
};

export type LogPage = {
  /** Oldest first, without control characters and secrets. */
  readonly lines: readonly string[];
  /** Value of `since` for the next request. */
  readonly next: string;
  /** The log does not continue what `since` stands for: it is another file, or more lines were written than the reply has. */
  readonly isReset: boolean;
};

export type ClassSummary = {
  readonly name: string;
  /** For people, if it differs from the name. */
  readonly title?: string;
  /** Types of its outputs. */
  readonly outputs: readonly string[];
};

export type ClassList = {
  readonly classes: readonly ClassSummary[];
  /** Number of classes that match the search. */
  readonly total: number;
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
};

export type BackendPrompt = {
  readonly promptId: string;
  readonly state: "queued" | "running" | "succeeded" | "interrupted" | "failed" | "lost";
  /** Number of prompts that run before this one. */
  readonly ahead?: number;
  /** Expected milliseconds until a queued prompt runs, if the backend has measured how long runs take. */
  readonly waitMs?: number;
  readonly wait?: events.PromptWait;
  /** Milliseconds since 1970. */
  readonly createdAtMs?: number;
  /** What Pictor has stored with the prompt; absent for prompts of other programs. */
  readonly record?: { readonly [name: string]: unknown };
};

export type BackendPromptList = {
  /** Queued and running prompts of all clients, and the latest results; newest first. */
  readonly prompts: readonly BackendPrompt[];
};

export type PriorityChange = {
  /** Prompts of a higher priority run first. */
  readonly priority: "high" | "normal" | "low";
};

export type PromptCancellation = {
  /** `removed` from the queue, `interrupting` its run, `gone`: it has ended or was never there, `refused`: ending it could end a prompt of another client. */
  readonly outcome: "removed" | "interrupting" | "gone" | "refused";
};

export type InstallStep = {
  readonly id: string;
  readonly title: string;
  /** Command lines and files, without secrets. */
  readonly detail: readonly string[];
  readonly state: "done" | "pending";
  /** Why the step cannot succeed now. */
  readonly problem?: {
    readonly code: string;
    readonly class: events.ErrorClass;
    readonly what: string;
    readonly hint: string;
  };
};

export type InstallPlan = {
  readonly steps: readonly InstallStep[];
  /** Whether every step is done. */
  readonly isComplete: boolean;
  /** Path of the file with the output of the tools. */
  readonly logFile?: string;
};

export type StartRequest = {
  /** Whether the server continues to run when the server of this API ends; default true. */
  readonly keep?: boolean;
};

export type ConfirmedRequest = {
  /** Whether a person has agreed to what would be asked: then nothing is asked, and running jobs may be lost. Default false. */
  readonly confirmed?: boolean;
};

export type UpdateRequest = {
  /** Tag, branch or commit; default: `install.version` of the settings. */
  readonly to?: string;
  /** Whether a person has agreed to what would be asked: then nothing is asked, and running jobs may be lost. Default false. */
  readonly confirmed?: boolean;
};

export type Extension = {
  readonly id: string;
  /** Folder or file below `custom_nodes`. */
  readonly place: string;
  readonly origin: "git" | "registry" | "folder" | "file" | "unknown";
  readonly registryId?: string;
  readonly repositories: readonly string[];
  readonly version?: string;
  readonly versionFrom?: "pyproject" | "tag" | "manager";
  readonly commit?: string;
  readonly enabled: boolean;
  /** Whether the running server has loaded it; absent if it is not known. */
  readonly loaded?: boolean;
  /** Why it was not loaded. */
  readonly failure?: string;
  /** Another version takes effect after a restart. */
  readonly pending?: boolean;
};

export type ExtensionList = {
  readonly extensions: readonly Extension[];
  /** The changes that the backend can make. */
  readonly actions: readonly ("install" | "update" | "enable" | "disable" | "remove")[];
  /** Why the other changes are not possible. */
  readonly reason?: string;
};

export type AvailableExtension = {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly author?: string;
  readonly registryId?: string;
  readonly repository?: string;
  readonly version?: string;
};

export type AvailableExtensionList = {
  readonly extensions: readonly AvailableExtension[];
  /** Number of extensions that match the search. */
  readonly total: number;
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
};

export type ExtensionWish = {
  /** `owner/name`, an address of a repository, or an id of the registry. */
  readonly id: string;
  /** Range of versions as npm writes it; default: any. */
  readonly range?: string;
  /** A commit, instead of a range. */
  readonly commit?: string;
};

export type ExtensionInstallRequest = {
  readonly extensions: readonly ExtensionWish[];
  /** Whether a person has agreed to what would be asked: then nothing is asked, and running jobs may be lost. Default false. */
  readonly confirmed?: boolean;
  /** Whether the server is restarted afterwards without a question, unless jobs on it would be lost. Default false: a person is asked. */
  readonly restart?: boolean;
};

export type ExtensionUpdateRequest = {
  /** Default: all that can be updated. */
  readonly extensions?: readonly ExtensionWish[];
  /** Whether a person has agreed to what would be asked: then nothing is asked, and running jobs may be lost. Default false. */
  readonly confirmed?: boolean;
  /** Whether the server is restarted afterwards without a question, unless jobs on it would be lost. Default false: a person is asked. */
  readonly restart?: boolean;
};

export type ExtensionSwitchRequest = {
  /** Ids or folders, as the list shows them. */
  readonly ids: readonly string[];
  /** Whether a person has agreed to what would be asked: then nothing is asked, and running jobs may be lost. Default false. */
  readonly confirmed?: boolean;
  /** Whether the server is restarted afterwards without a question, unless jobs on it would be lost. Default false: a person is asked. */
  readonly restart?: boolean;
};

/** Either `workflow` or `graph`. */
export type ExtensionCheckRequest = {
  /** Id of a workflow. */
  readonly workflow?: string;
  readonly params?: { readonly [name: string]: unknown };
  /** In the order in which they are applied. */
  readonly features?: readonly {
    readonly id: string;
    readonly settings?: { readonly [name: string]: unknown };
  }[];
  /** A graph in API format, instead of a workflow. */
  readonly graph?: { readonly [name: string]: unknown };
};

export type ExtensionStep = {
  readonly id: string;
  /** The range that is required. */
  readonly range: string;
  readonly requiredBy: readonly {
    readonly id: string;
    readonly range: string;
    readonly nodeClasses: readonly string[];
    readonly commit?: string;
  }[];
  readonly found?: {
    readonly place: string;
    readonly enabled: boolean;
    readonly version?: string;
    readonly commit?: string;
  };
  /** `ok`, or what has to be done: `install`, `update`, `enable`, `restart`, .... */
  readonly step: string;
  readonly because?: string;
  /** What the lock file names. */
  readonly locked?: { readonly [name: string]: unknown };
  /** What a person can do. */
  readonly advice?: string;
};

export type ExtensionCheck = {
  /** Whether the backend has all that is needed. */
  readonly isComplete: boolean;
  /** Whether the backend can install all that is missing. */
  readonly canInstall: boolean;
  /** False if the server is not running, so what it has loaded is not known. */
  readonly isServerKnown: boolean;
  readonly steps: readonly ExtensionStep[];
  /** Node classes that the backend lacks, and whose extension is unknown or ambiguous. */
  readonly unknown: readonly {
    readonly nodeClass: string;
    /** Extensions that provide it, from the index of the backend. */
    readonly providers: readonly string[];
  }[];
  /** A sentence for each problem. */
  readonly advice: readonly string[];
};

export type PluginTap = {
  readonly hook: string;
  readonly handler: string;
  /** From 1; absent if it is not in the chain. */
  readonly position?: number;
  /** Length of the chain. */
  readonly of: number;
};

export type PluginInspection = {
  readonly plugin: Plugin;
  /** Folder of the plugin, or `inline`; only with the scope admin. */
  readonly origin?: string;
  /** plugin.json. */
  readonly manifest: { readonly [name: string]: unknown };
  readonly taps: readonly PluginTap[];
};

/** The handlers of a hook, in the order in which they run. */
export type HookChain = {
  readonly hook: string;
  readonly entries: readonly {
    /** Id of the plugin, or `host`. */
    readonly owner: string;
    readonly handler: string;
    readonly place: string;
    readonly after: readonly string[];
    readonly when: { readonly [name: string]: unknown };
    readonly timeoutMs?: number;
  }[];
};

export type PluginValidationRequest = {
  /** Absolute paths of plugin folders on the machine of the server. */
  readonly folders: readonly string[];
};

export type PluginValidation = {
  readonly isValid: boolean;
  readonly folders: readonly {
    readonly folder: string;
    readonly problems: readonly events.Fault[];
    /** What has no effect. */
    readonly warnings: readonly events.Fault[];
  }[];
};

/** A saved output of the journal. */
export type Picture = {
  /** Opaque; never a path. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly workflow: string;
  readonly prompt: string;
  readonly negative: string;
  /** A 64-bit integer in decimal digits; absent if the graph uses no seed. */
  readonly seed?: string;
  /** Name of the file. */
  readonly name: string;
  /** Name of the instance. */
  readonly backend?: string;
  /** Name of the token that has asked for the image; absent for an image of the command. */
  readonly owner?: string;
  readonly jobId?: string;
  /** Values of the workflow's settings, without secrets. */
  readonly params?: { readonly [name: string]: unknown };
  readonly features?: readonly { readonly [name: string]: unknown }[];
  readonly starred: boolean;
  /** Whether it is in the trash. */
  readonly deleted: boolean;
  /** Whether the file is there. `refused`: it is a link, or neither an image nor a video, and is not served. */
  readonly state: "there" | "missing" | "refused";
  /** From the bytes. */
  readonly mime?: string;
  readonly bytes?: number;
  /** In pixels, of a PNG, JPEG or WebP. */
  readonly width?: number;
  readonly height?: number;
  /** A path of this server, which serves the bytes. */
  readonly href: string;
  /** Serves a small image, if the file can be decoded. */
  readonly thumbnail: string;
};

export type PictureList = {
  /** Newest first. */
  readonly pictures: readonly Picture[];
  /** Number of images that match. */
  readonly total: number;
  /** For the next page; absent on the last one. */
  readonly cursor?: string;
};

export type PictureChange = { readonly starred: boolean };

export type PictureIds = { readonly ids: readonly string[] };

/** How an image was made, or what a JSON file holds: either `recall` or `refusal` is there. */
export type Inspection = {
  readonly format: "png" | "jpeg" | "webp" | "avif" | "mp4" | "webm" | "flac" | "json";
  /** Absent for JSON and for an audio file. */
  readonly width?: number;
  /** Absent for JSON and for an audio file. */
  readonly height?: number;
  /** The records of the image, the preferred one first. */
  readonly kinds: readonly (
    | "record"
    | "stability-matrix"
    | "fooocus"
    | "invokeai"
    | "novelai"
    | "swarmui"
    | "draw-things"
    | "parameters"
    | "comfy"
  )[];
  /** All texts of the image, by keyword. */
  readonly texts: { readonly [name: string]: string };
  /** What could not be read or recalled, and why. */
  readonly notes: readonly string[];
  /** The request that makes the image again, for a form. */
  readonly recall?: {
    readonly kind:
      | "record"
      | "stability-matrix"
      | "fooocus"
      | "invokeai"
      | "novelai"
      | "swarmui"
      | "draw-things"
      | "parameters"
      | "comfy";
    readonly workflow: string;
    readonly params: { readonly [name: string]: unknown };
    readonly features: readonly {
      readonly id: string;
      readonly settings: { readonly [name: string]: unknown };
    }[];
    readonly count: number;
  };
  readonly refusal?: {
    /** End of a sentence whose subject is the file. */
    readonly reason: string;
    readonly advice: string;
  };
};

/** An image or a graph for an input of a workflow. */
export type Upload = {
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly id: string;
  /** From the bytes. */
  readonly mime: "image/png" | "image/jpeg" | "image/webp" | "application/json";
  readonly bytes: number;
  /** When the server deletes the upload if no job uses it, in milliseconds since 1970. */
  readonly expiresAtMs: number;
};

/** An empty object. */
export type Nothing = {};

/** A file has passed `afterOutput`. */
export type OutputEvent = {
  readonly type: "output";
  readonly jobId: string;
  readonly index: number;
  readonly batch: number;
  readonly node: string;
  /** Index among the files of the node. */
  readonly place: number;
  readonly filename: string;
  readonly subfolder: string;
  readonly area: "output" | "temp" | "input";
  /** Address on the backend; empty for data that the backend does not keep. */
  readonly address: string;
  readonly mime: string;
  /** A 64-bit integer in decimal digits; absent if the graph uses no seed. */
  readonly seed?: string;
  /** In pixels, of a saved PNG, JPEG or WebP. */
  readonly width?: number;
  readonly height?: number;
  /** A path of this server, which serves the bytes. */
  readonly href: string;
};

/** The job has ended, and does not change any more. */
export type ResultEvent = {
  readonly type: "result";
  readonly jobId: string;
  readonly status: "finished" | "vetoed" | "interrupted" | "failed" | "lost";
  /** Milliseconds since 1970; absent until the result is final. */
  readonly endedAtMs: number;
  readonly outputs: readonly JobOutput[];
  readonly problems: readonly events.Problem[];
  readonly error?: events.Fault;
  readonly veto?: Veto;
  readonly by?: "caller" | "server";
};

/** A client has submitted a job. */
export type SubmittedEvent = { readonly type: "submitted"; readonly jobId: string; readonly job: Job };

/** The latest unfinished image. On the socket, the bytes are in the same frame. */
export type PreviewEvent = {
  readonly type: "preview";
  readonly jobId: string;
  readonly mime: string;
  /** Counts the previews of all jobs. */
  readonly version: number;
  /** Size of the image. */
  readonly bytes?: number;
  /** A path of this server, which serves the bytes. */
  readonly href?: string;
};

/** A person is asked. */
export type QuestionEvent = {
  readonly type: "question";
  readonly question: Question;
  readonly jobId?: string;
  readonly operationId?: string;
};

/** A question is closed. */
export type AnsweredEvent = {
  readonly type: "answered";
  readonly id: string;
  readonly by: "person" | "withdrawn" | "expired";
  readonly jobId?: string;
  readonly operationId?: string;
};

/** An operation has started, has made progress, or has ended. */
export type OperationEvent = { readonly type: "operation"; readonly operation: Operation };

/** A profile or its token has changed; without `profile`, it was removed. */
export type ProfileEvent = { readonly type: "profile"; readonly name: string; readonly profile?: Profile };

/** An image of the gallery was starred, deleted or restored. */
export type PictureEvent = {
  readonly type: "picture";
  readonly change: "starred" | "unstarred" | "deleted" | "restored";
  readonly picture: Picture;
};

/** Values that open forms adopt. */
export type RecallEvent = {
  readonly type: "recall";
  readonly form: FormValues;
  /** Name of the token that has recalled the values. */
  readonly by: string;
};

/** A preset was changed over the API. */
export type PresetEvent = {
  readonly type: "preset";
  readonly name: string;
  readonly change: "saved" | "deleted";
};

/** Plugins were loaded again, because their files have changed; read again what plugins contribute. After `failed`, the previous plugins are in use. */
export type PluginsEvent = {
  readonly type: "plugins";
  readonly change: "reloaded" | "failed";
  /** Ids of the plugins whose files have changed. */
  readonly plugins: readonly string[];
  readonly problems: readonly events.Fault[];
};

/** An environment was saved, deleted or chosen; read the environments again. */
export type EnvironmentsEvent = {
  readonly type: "environments";
  /** Absent: no environment was chosen. */
  readonly name?: string;
  readonly change: "saved" | "deleted" | "chosen";
};

/** An instance has changed; without `backend`, it was removed. */
export type BackendEvent = {
  readonly type: "backend";
  readonly name: string;
  /** `saved` and `removed` concern the configuration; `server`: its server was installed, started, stopped or updated; `extensions`: extensions were changed; `members`: a member was drained or resumed. */
  readonly change: "saved" | "removed" | "server" | "extensions" | "members";
  readonly backend?: Backend;
};

/** A message for people. */
export type NoticeEvent = {
  readonly type: "notice";
  readonly text: string;
  readonly jobId?: string;
  readonly operationId?: string;
};

/** Events were lost for this client: it must read snapshots again. Has no `at`. */
export type ResetEvent = { readonly type: "reset"; readonly seq: number; readonly serverId: string };

/** The first frame of a socket: the server, and the number after which its events begin. Has no `at`. */
export type HelloEvent = { readonly type: "hello"; readonly seq: number; readonly serverId: string };

/** A sign of life on a socket, at least every 20 seconds. */
export type HeartbeatEvent = { readonly type: "heartbeat" };

/** An event that changes a job. */
export type JobEvent = events.JobChange | OutputEvent | ResultEvent;

/** An event of the server. Each also has `seq` and `at`, except for `preview`, `reset`, `hello` and `heartbeat`. Clients ignore unknown types. */
export type ApiEvent =
  | JobEvent
  | SubmittedEvent
  | PreviewEvent
  | QuestionEvent
  | AnsweredEvent
  | OperationEvent
  | PictureEvent
  | RecallEvent
  | PresetEvent
  | PluginsEvent
  | EnvironmentsEvent
  | BackendEvent
  | NoticeEvent
  | ResetEvent
  | HelloEvent
  | ProfileEvent
  | HeartbeatEvent;

export type GraphFormRequest = {
  /** The graph: a path on the machine of the server, or an upload. */
  readonly graph: string | { readonly $upload: string };
  /** Name of an instance, whose node classes describe the inputs. Default: the one that the configuration prefers. */
  readonly backend?: string;
};

/** The inputs of a graph. The settings `prompt`, `negative` and `seed` of the workflow `custom` set the usual inputs, `bindings` all others. */
export type GraphForm = {
  /** The settings, in the dialect of schemas/dialect.schema.json, by `NODE.INPUT`; their defaults are the values of the graph. */
  readonly inputs: { readonly [name: string]: unknown };
  /** The values of the graph for settings of the workflow `custom`; a value is absent if the graph has no single input for it. */
  readonly values: { readonly prompt?: string; readonly negative?: string; readonly seed?: string };
  /** Values that the backend does not offer, such as model files. */
  readonly missing: readonly {
    /** `NODE.INPUT`. */
    readonly path: string;
    /** Title of the node. */
    readonly title: string;
    readonly value: string;
  }[];
  /** Node classes that the backend does not have; `POST /v1/backends/{name}/extensions/check` says what provides them. */
  readonly unknownClasses: readonly string[];
};

export type WorkflowDraft = {
  readonly title: string;
  readonly description?: string;
  /** The graph: a path on the machine of the server, or an upload. */
  readonly graph: string | { readonly $upload: string };
  /** Values of the workflow `custom` for this graph, such as `bindings`, which become the defaults. */
  readonly params?: { readonly [name: string]: unknown };
  /** The inputs, as `NODE.INPUT`, that forms show among the basic settings, beside prompts, seed, steps, size, model and images. */
  readonly shown?: readonly string[];
  /** Name of an instance, whose node classes describe the inputs. */
  readonly backend?: string;
};

export type SavedWorkflow = {
  readonly id: string;
  /** Id of the plugin that the workflow is saved as. */
  readonly plugin: string;
  /** False while jobs run: the change takes effect when they have ended, with the event `plugins`. */
  readonly isLoaded: boolean;
};
