// What commander hands to the commands: one record per command, as the person typed it.

export interface GlobalOptions {
  readonly config?: string;
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
}
export interface GenerateOptions extends WorkflowOptions {
  readonly out?: string;
  readonly yes?: true;
}

export interface RequestOptions {
  readonly header?: readonly string[];
  readonly data?: string;
  readonly auth?: string;
  readonly include?: true;
  readonly showSent?: true;
}

export interface InspectOptions {
  readonly hook?: string;
}
