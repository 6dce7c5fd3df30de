// Generated from plugin.json by `npm run gen`; do not edit.

export type BasicSettings = {
  /** Without a colon (RFC 7617 section 2). */
  readonly username: string;
  /** Default: "". */
  readonly password: string;
};
