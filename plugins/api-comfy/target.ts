// Parses the address of a request to its target: the backend, and the path on its server.

import { backendMissing, pathInvalid } from "./faults.js";

export interface Target {
  readonly backend: string;
  /** Path and query as the client has sent them; begins with a slash. */
  readonly path: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw pathInvalid("its percent-encoding is not valid");
  }
}

/** The target of `/comfy/<backend>/<path>?<query>`. Throws `COMFY_BACKEND_MISSING` or `COMFY_PATH_INVALID`. */
export function targetOf({ pathname, search }: Pick<URL, "pathname" | "search">): Target {
  const [, name = "", rest = ""] = /^\/[^/]+\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
  if (name === "") throw backendMissing(pathname);
  return { backend: decoded(name), path: (rest || "/") + search };
}

/**
 * How many times a path is percent-decoded at most: the server decodes once, and a proxy in front of it may decode
 * again.
 */
const maxDepth = 4;

/**
 * The segments of a path as a server could interpret them: decoded, without empty ones. Throws `COMFY_PATH_INVALID` for
 * a path that two programs could interpret differently.
 */
export function segmentsOf(path: string): readonly string[] {
  let text = path.split("?", 1)[0] ?? "";
  for (let depth = 0; text.includes("%"); depth++) {
    const next = decoded(text);
    if (next === text || depth === maxDepth) throw pathInvalid("it is encoded several times");
    text = next;
  }
  const segments = text.split(/[\\/]/).filter((segment) => segment !== "");
  if (segments.some((segment) => segment === "." || segment === ".."))
    throw pathInvalid("it contains dots as segments");
  return segments;
}
