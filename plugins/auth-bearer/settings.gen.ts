// Generated from plugin.json by `npm run gen`; do not edit.

export type BearerSettings = {
  /** Without the word Bearer; filled by a sign-in where the profile has one. */
  readonly token: string;
  /** What stands before the token in the Authorization header. Default: "Bearer". */
  readonly prefix: string;
};
