// Generated from schemas/plugin-manifest.schema.json by `npm run gen`; do not edit.

import type { SettingsSchema } from "./dialect.js";

/** Name of the handler in the plugin's code. */
export type Handler = string;

export type PluginIds = readonly string[];

/** May only shorten the hook's own limit. */
export type TimeoutMs = number;

export type ContributionId = string;

export type Tap = BeforeSendTap | BuildWorkflowTap | BeforeFirstBatchTap | OnEventTap | AfterOutputTap;

export type BeforeSendTap = {
  readonly hook: "beforeSend";
  readonly handler: Handler;
  /** Default: "default". */
  readonly band: "prepare" | "default" | "late" | "auth" | "sign" | "observe";
  readonly after?: PluginIds;
  readonly timeoutMs?: TimeoutMs;
  readonly when?: {
    readonly authType?: string;
    readonly purpose?: "user" | "backend" | "handshake" | "token" | "discovery";
    readonly origin?: string;
  };
};

export type BuildWorkflowTap = {
  readonly hook: "buildWorkflow";
  readonly handler: Handler;
  readonly phase: "prepare" | "condition" | "sample" | "refine" | "finish";
  readonly after?: PluginIds;
  readonly timeoutMs?: TimeoutMs;
  readonly when?: { readonly workflow?: string; readonly feature?: string };
};

export type BeforeFirstBatchTap = {
  readonly hook: "beforeFirstBatch";
  readonly handler: Handler;
  /** Default: "default". */
  readonly band: "prepare" | "default" | "late" | "observe";
  readonly after?: PluginIds;
  readonly timeoutMs?: TimeoutMs;
  readonly when?: {
    readonly workflow?: string;
    readonly facet?:
      | "localFiles"
      | "localOutput"
      | "retention"
      | "direct"
      | "extensions"
      | "lifecycle"
      | "installation"
      | "members"
      | "waiting"
      | "work"
      | "failures";
  };
};

export type OnEventTap = {
  readonly hook: "onEvent";
  readonly handler: Handler;
  /** Default: "default". */
  readonly band: "prepare" | "default" | "late" | "observe";
  readonly after?: PluginIds;
  readonly when?: {
    readonly types?: readonly (
      | "job"
      | "node"
      | "progress"
      | "preview"
      | "upload"
      | "output"
      | "text"
      | "warning"
      | "error"
      | "status"
      | "connection"
      | "unknown"
    )[];
  };
};

export type AfterOutputTap = {
  readonly hook: "afterOutput";
  readonly handler: Handler;
  /** Default: "default". */
  readonly band: "prepare" | "default" | "late" | "observe";
  readonly after?: PluginIds;
  readonly timeoutMs?: TimeoutMs;
  readonly when?: { readonly workflow?: string; readonly mime?: string };
};

export type Contributes = {
  readonly authSchemes?: readonly AuthScheme[];
  readonly workflows?: readonly Workflow[];
  readonly features?: readonly Feature[];
  readonly backends?: readonly Backend[];
  readonly nodeClasses?: readonly NodeClass[];
  readonly secretStores?: readonly SecretStore[];
  readonly apis?: readonly Api[];
  readonly panels?: readonly Panel[];
};

export type AuthScheme = {
  readonly id: ContributionId;
  readonly title: string;
  /** Name of the handler of beforeSend that adds the credential to requests with this scheme. */
  readonly handler: Handler;
  /** When the handler runs: in auth, or after that in sign, for a credential that covers the rest of the request, such as a signature. Default: "auth". */
  readonly band: "auth" | "sign";
  readonly settings: SettingsSchema;
  /** Whether a 401 reply runs the scheme once more, with the challenge. Default: false. */
  readonly challenge: boolean;
  /** How many 401 replies to one request the scheme answers: 2 for a protocol whose server can say that the nonce of the answer has expired in between. Default: 1. */
  readonly maxChallenges: number;
  /** Whether its code provides token(), the value that { "$token": "<profile>" } stands for. Default: false. */
  readonly issuesTokens: boolean;
  /** Actions of the user on a setting. */
  readonly actions?: readonly AuthAction[];
};

export type AuthAction = {
  readonly id: ContributionId;
  readonly title: string;
  /** Text that the user must enter first. */
  readonly input?: {
    readonly title: string;
    /** Whether the input is hidden while the user types. Default: false. */
    readonly secret: boolean;
  };
};

export type SecretStore = { readonly id: ContributionId; readonly title: string };

export type Scope = "read" | "generate" | "request" | "admin";

export type Api = {
  readonly id: ContributionId;
  /** First segment of the path of every request to this API, such as /comfy; /healthz and /v1, /v2, ... belong to the server. */
  readonly prefix: string;
  readonly title: string;
  readonly description?: string;
  /** Scopes that a caller's token must have, all of them; the server checks them before the plugin sees a request. */
  readonly scopes: readonly Scope[];
  /** Whether its code provides upgrade(), which answers WebSocket handshakes. Default: false. */
  readonly webSocket: boolean;
  /** Where a client can send the token, besides Authorization: Bearer: in the header X-API-Key, or as the password of Basic authentication with any user name. Default: []. */
  readonly credentials: readonly ("x-api-key" | "basic")[];
  /** Whether the user can serve a path of this API on a port of this machine, on which no token is needed. Default: false. */
  readonly ownPort: boolean;
};

export type Panel = {
  readonly id: ContributionId;
  readonly title: string;
  readonly description: string;
  /** Folder of the panel's files, with an index.html; relative to the plugin's folder, and inside it. Default: ".". */
  readonly root: string;
  /** Scopes of the token that the panel gets, if the person agrees. */
  readonly scopes: readonly Scope[];
};

export type Workflow = {
  readonly id: ContributionId;
  readonly title: string;
  readonly description?: string;
  /** The graph is used unchanged: no feature is applicable. */
  readonly fixed?: true;
  /** What the workflow offers to features, with at least one choice of its settings. Without it, forms show every feature for the workflow. */
  readonly offers?: readonly Ability[];
  readonly params: SettingsSchema;
  /** Example values for a first run. */
  readonly example?: { readonly [name: string]: unknown };
};

/** Something that a workflow offers and a feature needs. */
export type Ability =
  | "sampling"
  | "text-encoder"
  | "prompt-conditioning"
  | "still-images"
  | "unet"
  | "discrete-noise"
  | "cfg"
  | "embedded-guidance"
  | "empty-start";

export type Feature = {
  readonly id: ContributionId;
  readonly title: string;
  readonly description?: string;
  /** Whether the feature may be used only once in a generation. */
  readonly once?: true;
  /** What the feature needs of a workflow. Forms show the feature only for workflows that offer all of it. */
  readonly needs?: readonly Ability[];
  /** Name of the handler of buildWorkflow that applies the feature. Further handlers, and those for one workflow alone, are taps. */
  readonly handler?: Handler;
  /** When the handler runs: condition, which is the default, or refine, after the images are sampled. */
  readonly phase?: "condition" | "refine";
  readonly settings: SettingsSchema;
};

export type Backend = {
  readonly id: ContributionId;
  readonly title: string;
  readonly settings: SettingsSchema;
  /** What `submit` receives: the graph (default), the neutral request of the generation, or both. */
  readonly accepts?: readonly ("graph" | "request")[];
  /** For a kind that accepts no graph: what it can do. Anything else is refused before anything is sent. */
  readonly supports?: {
    /** Ids of workflows. */
    readonly workflows: readonly string[];
    /** Ids of features. Default: none. */
    readonly features?: readonly string[];
    /** Settings of the workflows that are applied; a person cannot set others. Default: all. */
    readonly settings?: readonly string[];
    /** Default: all. */
    readonly samplers?: readonly string[];
    /** Default: all. */
    readonly schedulers?: readonly string[];
  };
};

export type NodeClass = {
  /** class_type of the backend's node. */
  readonly class: string;
  /** Id or repository of the extension that provides it. */
  readonly extension: string;
  readonly range: string;
};

export type Requires = {
  readonly plugins?: { readonly [name: string]: string };
  readonly extensions?: readonly { readonly id: string; readonly range: string }[];
  readonly node?: string;
};

export type Permission = {
  readonly name: "network" | "backends" | "secrets" | "process" | "files";
  /** One sentence, shown to the user. */
  readonly reason: string;
};

/** plugin.json: the declaration of a plugin, read and validated before any of its code runs. */
export type Manifest = {
  readonly $schema?: string;
  /** Version of this format. */
  readonly manifestVersion: 1;
  /** <kind>-<name> in lower case, or <name>-checker for a gate; never changes. Folder and package have the same name. */
  readonly id: string;
  /** Main purpose of the plugin; its behaviour depends on taps and contributes only. */
  readonly kind: "auth" | "workflow" | "backend" | "output" | "gate" | "secrets" | "api" | "panel";
  /** Exact semantic version. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly license?: string;
  readonly homepage?: string;
  /** Range of the plugin API, inside one major version: ^1.0.0. */
  readonly apiVersion: string;
  /** Entry module, always an ES module. TypeScript needs Node 22.18 or later; its real path stays inside the plugin's folder. Only a plugin that declares nothing that needs code has none. */
  readonly main?: string;
  readonly taps?: readonly Tap[];
  readonly contributes?: Contributes;
  /** Plugin-wide settings; absent means none are accepted. */
  readonly config?: SettingsSchema;
  readonly requires?: Requires;
  readonly permissions?: readonly Permission[];
};
