// Parses the path and the query of a request.
import type { IncomingMessage } from "node:http";

/** Parses the URL and never throws: a request target that is not a path (`*`, an absolute URL) counts as `/`. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://server${url.startsWith("/") ? url : "/"}`);
}
