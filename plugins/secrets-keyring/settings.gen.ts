// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Default: secrets.keyring.json in the folder pictor of your data directory. Default: "". */
  readonly path: string;
};
