// Generated from plugin.json by `npm run gen`; do not edit.

export type HawkSettings = {
  /** Names the key; it is not secret. */
  readonly id: string;
  /** Key that is shared with the server, which must accept SHA-256. */
  readonly key: string;
  /** Whether the signature covers a body and its type. The body is read once more. Default: true. */
  readonly payloadHash: boolean;
  /** Attribute ext: sent and signed. Default: "". */
  readonly ext: string;
  /** Attribute app (Oz). Default: "". */
  readonly app: string;
  /** Attribute dlg (Oz): the application that delegated its credentials. Only with an application ID. Default: "". */
  readonly dlg: string;
};
