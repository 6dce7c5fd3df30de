// What commander hands to the commands: one record per command, as the person typed it.

export interface GlobalOptions {
  readonly config?: string;
  readonly environment?: string;
  readonly json?: true;
  readonly verbose?: true;
}

/** What `generate` and `graph` need to know which graph is meant. */
export interface WorkflowOptions {
  readonly prompt?: string;
  readonly negative?: string;
  readonly seed?: string;
  readonly set?: readonly string[];
  readonly feature?: readonly string[];
  readonly count?: string;
  readonly backend?: string;
  readonly example?: true;
  /** An image or a project file. */
  readonly from?: string;
  readonly as?: string;
}
export interface InspectImageOptions {
  readonly raw?: string;
}
export interface ProjectSaveOptions extends WorkflowOptions {
  readonly force?: true;
}
export interface HistoryOptions {
  readonly search?: readonly string[];
  readonly workflow?: string;
  readonly limit?: string;
}
export interface HistoryClearOptions {
  readonly yes?: true;
}
export interface GenerateOptions extends WorkflowOptions {
  readonly out?: string;
  readonly yes?: true;
  readonly detach?: true;
}

export interface JobsOptions {
  readonly backend?: string;
}
export interface JobsListOptions extends JobsOptions {
  readonly limit?: string;
}
export interface JobsWatchOptions extends JobsOptions {
  readonly out?: string;
}

export interface RequestOptions {
  readonly header?: readonly string[];
  readonly data?: string;
  readonly auth?: string;
  readonly include?: true;
  readonly showSent?: true;
  readonly curl?: string;
  readonly save?: string;
  readonly output?: string;
  readonly force?: true;
  readonly timeout?: string;
  readonly maxBytes?: string;
  /** False with `--no-redirect`. */
  readonly redirect?: boolean;
}

export interface InspectOptions {
  readonly hook?: string;
}

export interface AuthSetOptions {
  readonly type?: string;
  readonly scheme?: string;
  readonly set?: readonly string[];
  readonly secret?: readonly string[];
  readonly unset?: readonly string[];
  readonly origin?: readonly string[];
}
export interface AuthActionOptions {
  readonly input?: string;
  /** False with `--no-browser`. */
  readonly browser?: boolean;
}
export interface AuthDiscoverOptions {
  readonly type?: string;
}
export interface AuthRemoveOptions {
  readonly yes?: true;
}
