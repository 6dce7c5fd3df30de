// Generated from plugin.json by `npm run gen`; do not edit.

export type RemoteSettings = {
  /** Address of the server, with a base path where there is one. */
  readonly baseUrl: string;
  /** Put before every route; auto finds out by the first call whether the server has its routes below /api or bare. Default: "auto". */
  readonly apiPrefix: "auto" | "/api" | "";
  /** Registry of extensions that is asked whose they are, where the server's own ComfyUI-Manager does not tell; empty for none. Default: "https://api.comfy.org". */
  readonly registry: string;
};
