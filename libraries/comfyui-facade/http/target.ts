// The address of a request: the segments of its path, decoded, and its query.

export interface Target {
  /** Without `api`, under which every route is found, too. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** Undefined for a path that is not valid. */
export function targetOf(path: string): Target | undefined {
  const [pathname = "", ...query] = path.split("?");
  try {
    const decoded = pathname.split("/").slice(1).map(decodeURIComponent);
    const isUnsafe = decoded.some((segment) => segment === "." || segment === ".." || segment.includes("\0"));
    if (!pathname.startsWith("/") || isUnsafe) return undefined;
    const segments = decoded[0] === "api" ? decoded.slice(1) : decoded;
    return { segments, query: new URLSearchParams(query.join("?")) };
  } catch {
    return undefined;
  }
}
