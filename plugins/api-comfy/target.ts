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
 * A segment as the least exact program reads it: without parameters (RFC 3986 section 3.3), what a second decoding
 * makes a query or a fragment, and blanks; with the letters that look the same.
 */
const readLoosely = (segment: string): string =>
  (segment.normalize("NFKC").split(/[;?#]/, 1)[0] ?? "").trim();

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
  if (/\p{Cc}/u.test(text)) throw pathInvalid("it contains control characters");
  const segments = text
    .split(/[\\/]/)
    .map(readLoosely)
    .filter((segment) => segment !== "");
  if (segments.some((segment) => segment === "." || segment === ".."))
    throw pathInvalid("it contains dots as segments");
  return segments;
}
