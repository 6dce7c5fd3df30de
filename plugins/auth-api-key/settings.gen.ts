// Generated from plugin.json by `npm run gen`; do not edit.

export type ApiKeySettings = {
  /** Name of the header, query parameter or cookie, such as X-API-Key. */
  readonly key: string;
  /** Sent unchanged; only a query can carry leading and trailing spaces. */
  readonly value: string;
  /** Default: "header". */
  readonly addTo: "header" | "query" | "cookie";
};
