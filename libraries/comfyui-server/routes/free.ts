// `POST /free`: clears the cache.
import { optionalMember, toBoolean } from "@pictor/comfyui-graph";
import { empty, readJsonBody, route, type Reply } from "@pictor/comfyui-protocol";
import type { Route, RouteRequest } from "./route.js";

/** `free_memory` clears the result cache before the next prompt. `unload_models` has no effect: no models are loaded. */
async function free(request: RouteRequest): Promise<Reply> {
  const body = await readJsonBody(request);
  if (toBoolean(optionalMember(body, "free_memory"))) request.context.runner.clearCache();
  return empty(200);
}

export const freeRoutes: readonly Route[] = [route("POST", /^\/free$/, free)];
