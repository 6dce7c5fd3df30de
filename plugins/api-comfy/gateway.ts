// The gateway: passes requests and sockets on to the server of a backend, and returns its replies. Only the headers
// that belong to one of the two connections are changed.

import type { Api, ApiContext, Clock, DirectFacet } from "@pictor/kernel/plugin";
import { asComfyError } from "./comfy-error.js";
import { closedGroupOf, type RouteGroup } from "./closed-routes.js";
import { replyInvalid, routeClosed } from "./faults.js";
import { replyHeaders, requestHeaders } from "./headers.js";
import { relaySocket } from "./relay-socket.js";
import { requestBody } from "./request-body.js";
import { targetOf } from "./target.js";

export interface GatewayOptions {
  /** Groups of closed routes that the configuration has opened. */
  readonly open: readonly RouteGroup[];
  readonly clock: Clock;
}

/** Time limit in milliseconds until the reply must begin. A large upload is sent within this time. */
const timeoutMs = 3_600_000;

/** Statuses of replies without a body (RFC 9110 section 15). */
const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304;

export function createGateway({ open, clock }: GatewayOptions): Required<Api> {
  const admit = async (
    request: Request,
    context: ApiContext,
  ): Promise<{ readonly direct: DirectFacet; readonly path: string }> => {
    const { backend, path } = targetOf(new URL(request.url));
    const group = closedGroupOf(request.method, path, open);
    const shown = path.split("?", 1)[0] ?? "";
    if (group !== undefined) throw routeClosed({ method: request.method, path: shown, group });
    return { direct: await context.backend(backend), path };
  };
  return {
    async fetch(request, context) {
      const { direct, path } = await admit(request, context);
      const { method, signal } = request;
      const body = await requestBody(request);
      const headers = requestHeaders(request.headers);
      const reply = await direct.send(
        { method, path, headers, owner: context.caller.name, ...(body !== undefined && { body }) },
        { signal, timeoutMs },
      );
      const { status } = reply;
      if (status > 599) {
        await reply.discard();
        throw replyInvalid(status);
      }
      const init = { status, headers: replyHeaders(reply.headers) };
      if (!isEmpty(status) && method !== "HEAD") return new Response(reply.body, init);
      await reply.discard();
      return new Response(null, init);
    },
    async upgrade(request, context) {
      const { direct, path } = await admit(request, context);
      return relaySocket({ direct, path, request, clock, owner: context.caller.name });
    },
    problem: asComfyError,
  };
}
