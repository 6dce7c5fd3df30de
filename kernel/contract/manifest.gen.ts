// Generated from schemas/plugin-manifest.schema.json by `npm run gen`; do not edit.

import type { SettingsSchema } from "./dialect.js";

/** Name under which the code provides the handler. */
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
  readonly when?: {
    readonly workflow?: string;
    readonly feature?: string;
  };
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
    readonly facet?: "localFiles" | "localOutput" | "retention" | "extensions" | "lifecycle" | "installation";
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
  readonly when?: {
    readonly workflow?: string;
    readonly mime?: string;
  };
};

export type Contributes = {
  readonly authSchemes?: readonly AuthScheme[];
  readonly workflows?: readonly Workflow[];
  readonly features?: readonly Feature[];
  readonly backends?: readonly Backend[];
  readonly nodeClasses?: readonly NodeClass[];
  readonly secretStores?: readonly SecretStore[];
};

export type AuthScheme = {
  readonly id: ContributionId;
  readonly title: string;
  readonly settings: SettingsSchema;
  /** A 401 runs the scheme once more with the challenge. Default: false. */
  readonly challenge: boolean;
  /** Its code provides token(): what { "$token": "<profile>" } stands for. Default: false. */
  readonly issuesTokens: boolean;
  /** What a person can do with a setting. */
  readonly actions?: readonly AuthAction[];
};

export type AuthAction = {
  readonly id: ContributionId;
  readonly title: string;
  /** A text that the action needs first. */
  readonly input?: {
    readonly title: string;
    /** Not shown while it is typed. Default: false. */
    readonly secret: boolean;
  };
};

export type SecretStore = {
  readonly id: ContributionId;
  readonly title: string;
};

export type Workflow = {
  readonly id: ContributionId;
  readonly title: string;
  readonly description?: string;
  /** Its graph is taken as it is: no feature can be used with it. */
  readonly fixed?: true;
  readonly params: SettingsSchema;
  /** Values worth trying first. */
  readonly example?: {
    readonly [name: string]: unknown;
  };
};

export type Feature = {
  readonly id: ContributionId;
  readonly title: string;
  readonly description?: string;
  /** A second use in one generation is refused; without it a feature may be repeated. */
  readonly once?: true;
  readonly settings: SettingsSchema;
};

export type Backend = {
  readonly id: ContributionId;
  readonly title: string;
  readonly settings: SettingsSchema;
};

export type NodeClass = {
  /** class_type of the backend's node. */
  readonly class: string;
  /** Id or repository of the extension that provides it. */
  readonly extension: string;
  readonly range: string;
};

export type Requires = {
  readonly plugins?: {
    readonly [name: string]: string;
  };
  readonly extensions?: readonly {
    readonly id: string;
    readonly range: string;
  }[];
  readonly node?: string;
};

export type Permission = {
  readonly name: "network" | "backends" | "secrets" | "process" | "files";
  /** One sentence, shown to people. */
  readonly reason: string;
};

/** plugin.json: the public face of a plugin, read and validated before any of its code runs. */
export type Manifest = {
  readonly $schema?: string;
  /** Version of this format. */
  readonly manifestVersion: 1;
  /** <kind>-<name> in lower case, of a gate <name>-checker, for ever; the folder's and package's name follow it. */
  readonly id: string;
  /** What the plugin mainly does; behaviour follows taps and contributes. */
  readonly kind: "auth" | "workflow" | "backend" | "output" | "gate" | "secrets" | "panel";
  /** Exact semantic version. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly license?: string;
  readonly homepage?: string;
  /** Range of the plugin API, inside one major version: ^1.0.0. */
  readonly apiVersion: string;
  /** Entry module; its real path stays inside the plugin's folder. */
  readonly main: string;
  readonly taps?: readonly Tap[];
  readonly contributes?: Contributes;
  /** Plugin-wide settings; absent means none are accepted. */
  readonly config?: SettingsSchema;
  readonly requires?: Requires;
  readonly permissions?: readonly Permission[];
};
