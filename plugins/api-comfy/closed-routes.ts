// The routes that are closed unless the configuration opens them: they change the server for all its users, or reveal
// more than a client that generates images needs.

import type { Config } from "./settings.gen.js";
import { segmentsOf } from "./target.js";

export type RouteGroup = Config["open"][number];

interface ClosedRoutes {
  readonly group: RouteGroup;
  /** First segments of the closed paths, after `api` and the version prefix of ComfyUI-Manager's API. */
  readonly roots: readonly string[];
  /** The HTTP methods that are closed for these paths. */
  readonly methods: "all" | "changing";
}

const closed: readonly ClosedRoutes[] = [
  // Older versions of ComfyUI-Manager install and restart by GET.
  {
    group: "manager",
    roots: ["manager", "customnode", "externalmodel", "snapshot", "comfyui_manager", "component"],
    methods: "all",
  },
  { group: "memory", roots: ["free"], methods: "changing" },
  { group: "userdata", roots: ["userdata"], methods: "changing" },
  { group: "settings", roots: ["settings"], methods: "changing" },
  { group: "users", roots: ["users"], methods: "changing" },
  // Routes that reveal the log of the server, and its folders.
  { group: "internal", roots: ["internal"], methods: "all" },
];

const isChanging = (method: string): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);
const isPrefix = (segment: string): boolean => segment === "api" || /^v\d+$/.test(segment);

/** The closed group to which a request belongs; undefined for an open route. Throws `COMFY_PATH_INVALID`. */
export function closedGroupOf(
  method: string,
  path: string,
  open: readonly RouteGroup[],
): RouteGroup | undefined {
  const segments = segmentsOf(path).map((segment) => segment.toLowerCase());
  const root = segments.find((segment) => !isPrefix(segment)) ?? "";
  const found = closed.find(
    ({ roots, methods }) => roots.includes(root) && (methods === "all" || isChanging(method)),
  );
  return found === undefined || open.includes(found.group) ? undefined : found.group;
}
