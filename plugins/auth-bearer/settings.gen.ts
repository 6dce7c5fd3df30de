// Generated from plugin.json by `npm run gen`; do not edit.

export type BearerSettings = {
  /** Without the word Bearer; filled in by a sign-in if the profile has one. */
  readonly token: string;
  /** Word before the token in the Authorization header. Default: "Bearer". */
  readonly prefix: string;
};
