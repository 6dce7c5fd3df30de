// Generated from plugin.json by `npm run gen`; do not edit.

export type EmbeddedSettings = {
  /** Port on 127.0.0.1; 0 selects a free port. Default: 0. */
  readonly port: number;
  /** Folder for output, input and temporary files; a relative path starts at the working directory. */
  readonly directory?: string;
  /** HTTP Basic credentials that the server requires on every route and socket. */
  readonly access?: { readonly username: string; readonly password: string };
};
