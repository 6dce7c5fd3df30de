// One HTTP exchange over undici, without redirects, retries or credentials of its own.

import { Readable } from "node:stream";
import type { Clock, OutgoingRequest, RequestBody, SendOptions } from "@pictor/kernel";
import { bytesOf } from "./bytes-body.js";
import { parseUrl } from "./check-outgoing.js";
import { proxyError, type Connections } from "./connections.js";
import { Exchange, type Response } from "./exchange.js";
import type { Trouble } from "./exchange-failure.js";
import { proxyAuthorization, type Proxy } from "./proxy.js";

export type { Response };

export interface Transport {
  /** Settles with the reply's headers; rejects with the signal's reason or with what `failure` makes of the trouble. */
  exchange(
    request: OutgoingRequest,
    options: SendOptions & { readonly timeoutMs: number },
    failure: (trouble: Trouble) => Error,
  ): Promise<Response>;
}

function rawHeaders({ headers, body }: OutgoingRequest, proxy: Proxy | undefined): string[] {
  const raw: string[] = [];
  const names = new Set<string>();
  for (const [name, value] of headers) {
    raw.push(name, value);
    names.add(name.toLowerCase());
  }
  if (body?.length !== undefined && !names.has("content-length"))
    raw.push("content-length", String(body.length));
  if (proxy !== undefined && !names.has("proxy-authorization")) raw.push(...proxyAuthorization(proxy));
  return raw;
}

/** A proxy's own refusal: RFC 9110 section 15.5.8. */
function checkProxy(response: Response, proxy: Proxy, failure: (trouble: Trouble) => Error): Response {
  if (response.statusCode !== 407) return response;
  response.body.discard();
  throw failure({ kind: "broken", error: proxyError(proxy, "refused the request with status 407") });
}

/** The caller's own code: what it throws is told like everything else that ends a request. */
function opened(body: RequestBody, failure: (trouble: Trouble) => Error): Readable {
  try {
    return Readable.from(body.open(), { objectMode: false });
  } catch (error) {
    throw failure({ kind: "broken", error });
  }
}

export function createTransport(open: () => Promise<Connections>, clock: Clock): Transport {
  return {
    async exchange(request, { signal, timeoutMs, maxBytes }, failure) {
      const { dispatcher, proxyFor, connectTimeoutMs } = await open();
      signal?.throwIfAborted();
      const { method, body } = request;
      const url = parseUrl(request.url) ?? new URL(request.url);
      const proxy = proxyFor(url);
      const path = url.pathname + url.search;
      const bytes = body && bytesOf(body);
      const upload = body && !bytes ? opened(body, failure) : undefined;
      const exchange = new Exchange({
        signal,
        timeoutMs,
        maxBytes: method === "HEAD" ? undefined : maxBytes,
        upload,
        failure,
        clock: upload !== undefined || timeoutMs < connectTimeoutMs ? clock : undefined,
      });
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: proxy === undefined ? path : url.origin + path,
          method,
          headers: rawHeaders(request, proxy),
          body: bytes ?? upload ?? null,
          headersTimeout: timeoutMs,
        },
        exchange,
      );
      return proxy === undefined ? exchange.response : checkProxy(await exchange.response, proxy, failure);
    },
  };
}
