// Generated from plugin.json by `npm run gen`; do not edit.

export type DigestSettings = {
  readonly username: string;
  /** Sent as a digest only; never trimmed. Default: "". */
  readonly password: string;
};
