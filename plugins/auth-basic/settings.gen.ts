// Generated from plugin.json by `npm run gen`; do not edit.

export type BasicSettings = {
  /** Such as ada; without a colon, and may be empty. */
  readonly username: string;
  /** Sent as it is; colons and outer spaces belong to it. Default: "". */
  readonly password: string;
  /** ISO-8859-1 is for old servers that do not know UTF-8. Default: "utf-8". */
  readonly encoding: "utf-8" | "iso-8859-1";
};
