// Generated from plugin.json by `npm run gen`; do not edit.

export type RemoteSettings = {
  /** Address of the server, including its base path if it has one. */
  readonly baseUrl: string;
  /** Prefix of every route; with auto, the first call detects whether the server has its routes below /api or without a prefix. Default: "auto". */
  readonly apiPrefix: "auto" | "/api" | "";
  /** Registry that is asked for repositories and versions of extensions if the server's ComfyUI-Manager does not report them; empty for none. Default: "https://api.comfy.org". */
  readonly registry: string;
  /** API key of platform.comfy.org, or token of a sign-in there, for nodes that run on the servers of another company and cost credits. The key is sent with graphs that have such nodes. Default: "". */
  readonly partnerKey: string;
};
