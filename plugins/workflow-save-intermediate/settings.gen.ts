// Generated from plugin.json by `npm run gen`; do not edit.

export type SaveIntermediateSettings = {
  /** Beginning of the file's name on the server. Default: "Pictor_intermediate". */
  readonly prefix: string;
};
