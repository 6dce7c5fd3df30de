// Requests to each route of the built-in plugins that add an API, which the tests of the security rules send. A plugin that adds
// an API has to be here with its routes: the bodies start no job, so that the tests stay fast.

import type { ContributedApi } from "./builtin-apis.js";

export interface ApiSample {
  readonly method: string;
  /** Below the prefix of an API of the plugin. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The route accepts the handshake of a WebSocket. */
  readonly socket?: true;
}

const get = (path: string): ApiSample => ({ method: "GET", path });
const post = (path: string, body: unknown = {}, headers: ApiSample["headers"] = {}): ApiSample => ({
  method: "POST",
  path,
  body,
  headers,
});

/** A client of MCP accepts both types of replies. */
const mcpHeaders = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** By the ids of the plugins. */
const apiSamples: Readonly<Record<string, readonly ApiSample[]>> = {
  "api-comfy": [
    { ...get("/comfy/embedded/ws"), socket: true },
    get("/comfy/embedded/queue"),
    get("/comfy/embedded/history"),
    get("/comfy/embedded/object_info/KSampler"),
    get("/comfy/embedded/view?filename=none.png"),
    post("/comfy/embedded/prompt", { prompt: {} }),
    post("/comfy/embedded/api/prompt", { prompt: {} }),
    post("/comfy/embedded/interrupt"),
    post("/comfy/embedded/upload/image", "none", { "Content-Type": "multipart/form-data; boundary=none" }),
    // A route that is closed, a backend that is not there, and a path without one.
    post("/comfy/embedded/free"),
    get("/comfy/unknown/queue"),
    get("/comfy"),
  ],
  "api-a1111": [
    ...["txt2img", "img2img"].map((route) => post(`/sdapi/v1/${route}`, { steps: "many" })),
    ...["extra-single-image", "extra-batch-images", "png-info"].map((route) =>
      post(`/sdapi/v1/${route}`, { image: "none" }),
    ),
    ...["interrupt", "refresh-checkpoints", "refresh-loras", "refresh-vae"].map((route) =>
      post(`/sdapi/v1/${route}`),
    ),
    post("/sdapi/v1/options", { CLIP_stop_at_last_layers: 1 }),
    ...[
      ...["progress", "options", "sd-models", "samplers", "schedulers", "loras", "upscalers"],
      ...["latent-upscale-modes", "sd-vae", "sd-modules", "memory", "cmd-flags", "hypernetworks"],
      ...["face-restorers", "realesrgan-models", "prompt-styles", "embeddings", "scripts"],
      ...["script-info", "extensions", "unknown"],
    ].map((route) => get(`/sdapi/v1/${route}`)),
  ],
  "api-openai": [
    get("/openai/v1/models"),
    get("/openai/v1/models/txt2img"),
    post("/openai/v1/images/generations", { model: "txt2img", prompt: "" }),
    post("/openai/v1/images/edits", "none", { "Content-Type": "multipart/form-data; boundary=none" }),
    post("/openai/v1/images/edits", { prompt: "" }),
    get("/openai/v1/unknown"),
    get("/openai"),
  ],
  "api-mcp": [
    post(
      "/mcp",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "sample", version: "1.0.0" },
        },
      },
      mcpHeaders,
    ),
    post("/mcp", { jsonrpc: "2.0", id: 2, method: "tools/list" }, mcpHeaders),
    post(
      "/mcp",
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "unknown", arguments: {} } },
      mcpHeaders,
    ),
    { ...get("/mcp"), headers: { Accept: "application/json" } },
    { method: "DELETE", path: "/mcp" },
    get("/mcp/unknown"),
  ],
};

/** The ids of the plugins that have samples. */
export const sampledPlugins: readonly string[] = Object.keys(apiSamples);

/** The samples of an API of a plugin; none for an unknown plugin. */
export const samplesOf = (plugin: string, { prefix }: ContributedApi): readonly ApiSample[] =>
  (apiSamples[plugin] ?? []).filter(({ path }) => /^\/[^/?]*/.exec(path)?.[0] === prefix);
