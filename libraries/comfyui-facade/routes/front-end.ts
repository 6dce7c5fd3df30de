// What ComfyUI's front end reads at its start, for a backend without a member that could be asked.

import { frontEndRoutes, json, route, type Route } from "@pictor/comfyui-protocol";

const empty = (path: RegExp, body: unknown): Route => route("GET", path, () => json(body));

export const frontEndDefaults: readonly Route[] = [
  ...frontEndRoutes,
  empty(/^\/settings$/, {}),
  empty(/^\/users$/, { storage: "server", migrated: true }),
  empty(/^\/models$/, []),
];
