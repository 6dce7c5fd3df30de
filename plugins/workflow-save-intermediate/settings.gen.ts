// Generated from plugin.json by `npm run gen`; do not edit.

export type SaveIntermediateSettings = {
  /** Prefix of the file name on the server. Default: "Pictor_intermediate". */
  readonly prefix: string;
};
