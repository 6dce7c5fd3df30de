// The gateway: passes requests and sockets on to the server of a backend, and returns its replies. Only the headers
// that belong to one of the two connections are changed.

import type { Api, ApiContext, ApiProblem, Clock, DirectFacet } from "@pictor/kernel/plugin";
import { closedGroupOf, type RouteGroup } from "./closed-routes.js";
import { backendUnusable, replyInvalid, routeClosed } from "./faults.js";
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

/** Refusals of the request itself, when its backend is opened. */
const ofRequest: readonly string[] = ["API_SCOPE_MISSING", "BACKEND_UNKNOWN", "API_BACKEND_NOT_DIRECT"];
/** What is wrong with the profile of the backend, when something is sent. That the server refuses it (403) stays as it is. */
const ofProfile = (code: string, status: number): boolean => code.startsWith("AUTH_") && status !== 403;

/**
 * Gives an error that lies with the backend and not with the request a status of 500 and more: a client takes 404 for a
 * route that ComfyUI does not have.
 */
async function blamed<T>(
  backend: string,
  { problemOf }: ApiContext,
  isOfBackend: (code: string, status: number) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { status, code, title: reason, hint = "" } = problemOf(error);
    if (status >= 500 || !isOfBackend(code, status)) throw error;
    throw backendUnusable({ backend, reason, hint, code }, error);
  }
}

/**
 * An error in the shape of ComfyUI, whose clients read the member `error` and would take any other body for a result: the reply
 * of \`POST /prompt\` to a graph that it refuses, beside the members of the problem.
 */
const asComfyError = (problem: ApiProblem): unknown => ({
  ...problem,
  error: { type: problem.code, message: problem.title, details: problem.hint ?? "", extra_info: {} },
  node_errors: {},
});

export function createGateway({ open, clock }: GatewayOptions): Required<Api> {
  const admit = async (
    request: Request,
    context: ApiContext,
  ): Promise<{ readonly direct: DirectFacet; readonly backend: string; readonly path: string }> => {
    const { backend, path } = targetOf(new URL(request.url));
    const group = closedGroupOf(request.method, path, open);
    const shown = path.split("?", 1)[0] ?? "";
    if (group !== undefined) throw routeClosed({ method: request.method, path: shown, group });
    const isOfBackend = (code: string): boolean => !ofRequest.includes(code);
    const direct = await blamed(backend, context, isOfBackend, () => context.backend(backend));
    return { direct, backend, path };
  };
  return {
    async fetch(request, context) {
      const { direct, backend, path } = await admit(request, context);
      const { method, signal } = request;
      const body = await requestBody(request);
      const headers = requestHeaders(request.headers);
      const reply = await blamed(backend, context, ofProfile, () =>
        direct.send(
          { method, path, headers, owner: context.caller.name, ...(body !== undefined && { body }) },
          { signal, timeoutMs },
        ),
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
      const { direct, backend, path } = await admit(request, context);
      return blamed(backend, context, ofProfile, () =>
        relaySocket({ direct, path, request, clock, owner: context.caller.name }),
      );
    },
    problem: asComfyError,
  };
}
