// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Folder of the wildcard files; a relative path starts at the working directory, ~/ at your home folder. Default: "wildcards". */
  readonly wildcards: string;
};
