// Parses the path and the query of a request, and reads its body up to the limit that `/features` publishes.

import type { IncomingMessage } from "node:http";
import { BodyTooLargeError, limitedTo } from "@pictor/comfyui-protocol";

/** Yields the body as it arrives. Throws a `BodyTooLargeError`, and leaves the rest of the body unread. */
export function bodyStream(request: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new BodyTooLargeError(maxBytes);
  return limitedTo(maxBytes, request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>);
}

/** Parses the URL and never throws: a request target that is not a path (`*`, an absolute URL) counts as `/`. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://server${url.startsWith("/") ? url : "/"}`);
}
