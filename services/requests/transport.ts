// Sends a request over undici. Adds no credentials except those of a proxy, and neither redirects nor retries.

import { Readable } from "node:stream";
import {
  requestTarget,
  type Clock,
  type OutgoingRequest,
  type RequestBody,
  type SendOptions,
} from "@pictor/kernel";
import { bytesOf } from "./bytes-body.js";
import { parseUrl } from "./check-outgoing.js";
import type { Connections } from "./connections.js";
import { Exchange, type Response } from "./exchange.js";
import type { ExchangeFailure } from "./exchange-failure.js";
import { proxyAuthorization, type Proxy } from "./proxy.js";
import { proxyRefused } from "./tunnels.js";

export type { Response };

export interface Transport {
  /** Resolves with the headers of the reply. Rejects with the reason of the signal, or the error that `toError` creates. */
  exchange(
    request: OutgoingRequest,
    options: SendOptions & { readonly timeoutMs: number },
    toError: (failure: ExchangeFailure) => Error,
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

/** Throws if the proxy itself has refused the request (407, RFC 9110 section 15.5.8). */
function checkProxy(
  response: Response,
  proxy: Proxy,
  toError: (failure: ExchangeFailure) => Error,
): Response {
  if (response.statusCode !== 407) return response;
  response.body.discard();
  throw toError({ kind: "broken", error: proxyRefused(proxy, "the request", response.statusCode) });
}

/** Opens the caller's body; an error of the caller's code fails the request like any other failure. */
function readBody(body: RequestBody, toError: (failure: ExchangeFailure) => Error): Readable {
  try {
    return Readable.from(body.open(), { objectMode: false });
  } catch (error) {
    throw toError({ kind: "broken", error });
  }
}

export function createTransport(open: () => Promise<Connections>, clock: Clock): Transport {
  return {
    async exchange(request, { signal, timeoutMs, maxBytes, addresses }, toError) {
      const opened = await open();
      signal?.throwIfAborted();
      const { method, body } = request;
      const url = parseUrl(request.url) ?? new URL(request.url);
      const connections = opened.setFor(url.origin, request.auth);
      const proxy = connections.proxyFor(url);
      const path = requestTarget(url);
      const bytes = body && bytesOf(body);
      const upload = body && !bytes ? readBody(body, toError) : undefined;
      const exchange = new Exchange({
        signal,
        timeoutMs,
        maxBytes: method === "HEAD" ? undefined : maxBytes,
        upload,
        toError,
        clock,
      });
      const dispatcher = addresses === "remote" ? connections.remoteDispatcher : connections.dispatcher;
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: proxy === undefined ? path : url.origin + path,
          method,
          headers: rawHeaders(request, proxy),
          body: bytes ?? upload ?? null,
          headersTimeout: 0,
        },
        exchange,
      );
      return proxy === undefined ? exchange.response : checkProxy(await exchange.response, proxy, toError);
    },
  };
}
