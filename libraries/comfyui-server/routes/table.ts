// All routes of the server, and two small ones: `POST /free`, and the page at `/`, which says that the sampler is simulated.

import {
  frontEndRoutes,
  protocolRoutes,
  empty,
  readJsonBody,
  route,
  type Reply,
} from "@pictor/comfyui-protocol";
import { internalRoutes } from "./internal.js";
import { modelRoutes } from "./models.js";
import type { Route, RouteRequest } from "./route.js";
import { userdataRoutes } from "./userdata.js";
import { userRoutes } from "./users.js";
import { optionalMember, toBoolean } from "@pictor/comfyui-graph";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Simulated ComfyUI server</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:3em auto;padding:0 1em}</style>
<h1>Simulated ComfyUI server</h1>
<p>This server speaks the ComfyUI protocol with a <strong>simulated sampler</strong>: it has no diffusion model.
Images are painted by arithmetic from the prompt, for trying, developing and testing.</p>
<p>See <a href="object_info">the nodes</a>, <a href="system_stats">the system</a>, <a href="queue">the queue</a>.</p>
</html>
`;

const pageRoutes: readonly Route[] = [
  route("GET", /^\/$/, () => ({
    status: 200,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" },
    body: PAGE,
  })),
];

/** `free_memory` clears the result cache before the next prompt. `unload_models` has no effect: no models are loaded. */
async function free(request: RouteRequest): Promise<Reply> {
  const body = await readJsonBody(request);
  if (toBoolean(optionalMember(body, "free_memory"))) request.context.runner.clearCache();
  return empty(200);
}

const freeRoutes: readonly Route[] = [route("POST", /^\/free$/, free)];

export const routes: readonly Route[] = [
  ...pageRoutes,
  ...protocolRoutes,
  ...frontEndRoutes,
  ...freeRoutes,
  ...modelRoutes,
  ...userRoutes,
  ...userdataRoutes,
  ...internalRoutes,
];
