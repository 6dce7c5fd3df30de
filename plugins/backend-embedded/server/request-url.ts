// The path and query of a request, whatever the client put into its first line.
import type { IncomingMessage } from "node:http";

/** Never throws: a target that is no path (`*`, an absolute URL) counts as `/`. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://server${url.startsWith("/") ? url : "/"}`);
}
