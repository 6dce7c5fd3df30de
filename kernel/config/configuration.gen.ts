// Generated from schemas/configuration.schema.json by `npm run gen`; do not edit.

export type Backend = {
  /** Id of a contributed backend kind. */
  readonly kind: string;
  /** Name of the profile for every call and socket. */
  readonly auth?: string;
  readonly [name: string]: unknown;
};

export type Profile = {
  /** Id of the scheme in use, or none. */
  readonly type: string;
  /** Scheme id to the values of its fields; each scheme keeps its own. */
  readonly schemes: {
    readonly [name: string]: {
      readonly [name: string]: unknown;
    };
  };
};

export type Plugin = {
  /** Default: true. */
  readonly enabled: boolean;
  /** Values for the plugin's own config schema. */
  readonly config?: {
    readonly [name: string]: unknown;
  };
};

export type Outputs = {
  /** Where pictures are saved, relative to this file. Default: "pictures". */
  readonly directory: string;
};

/** pictor.json: the project's configuration. */
export type Configuration = {
  readonly $schema?: string;
  /** Name of the backend to use when none is asked for. */
  readonly backend?: string;
  /** Backend instances by name. */
  readonly backends?: {
    readonly [name: string]: Backend;
  };
  /** Saved auth settings by name. */
  readonly profiles?: {
    readonly [name: string]: Profile;
  };
  /** Plugin id to what the host decides about it. */
  readonly plugins?: {
    readonly [name: string]: Plugin;
  };
  /** Folders whose child folders are plugins, relative to this file. */
  readonly pluginDirectories?: readonly string[];
  readonly outputs?: Outputs;
};
