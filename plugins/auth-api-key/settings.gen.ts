// Generated from plugin.json by `npm run gen`; do not edit.

export type ApiKeySettings = {
  /** Name of the header, query parameter or cookie, such as X-API-Key. */
  readonly key: string;
  /** Sent as it is; only a query can carry outer spaces. */
  readonly value: string;
  /** Default: "header". */
  readonly addTo: "header" | "query" | "cookie";
};
