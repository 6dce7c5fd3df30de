// Generated from plugin.json by `npm run gen`; do not edit.

export type BasicSettings = {
  /** User name, such as ada; it contains no colon, and may be empty. */
  readonly username: string;
  /** Sent unchanged, including colons and leading and trailing spaces. Default: "". */
  readonly password: string;
  /** ISO-8859-1 is for old servers that do not know UTF-8. Default: "utf-8". */
  readonly encoding: "utf-8" | "iso-8859-1";
};
