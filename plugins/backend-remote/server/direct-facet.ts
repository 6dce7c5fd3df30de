// The facet `direct`: requests and sockets to the server itself, unchanged, with the profile of the instance.

import { fault, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, DirectFacet, SendOptions } from "@pictor/kernel/plugin";
import { exchangeFault, statusFault, type RequestSummary } from "./exchange-faults.js";
import type { RemoteServer } from "./requests.js";

/** A request without credentials: ComfyUI itself never sends this reply, only a proxy in front of it does. */
const isRefusedCredential = (status: unknown): boolean => status === 401;

function socketFault(error: unknown, summary: RequestSummary): PictorError {
  const status = error instanceof PictorError ? error.details["status"] : undefined;
  return isRefusedCredential(status)
    ? statusFault(401, "an upgrade to a WebSocket", summary)
    : exchangeFault(error, summary);
}

/** The facet of a server whose address is known. */
export function createDirectFacet({ network, routes, auth, closed }: RemoteServer): DirectFacet {
  const credentials = auth === undefined ? {} : { auth };
  const urlOf = (path: string): string => {
    if (!path.startsWith("/")) throw fault("REQUEST_URL_INVALID", { url: path, schemes: "/" });
    return routes.base + path.slice(1);
  };
  const begin = (signal: AbortSignal | undefined): void => {
    closed.throwIfAborted();
    signal?.throwIfAborted();
  };
  /** An aborted call rejects with the reason of its signal. */
  const unlessAborted = ({ signal }: SendOptions, error: unknown, other: () => PictorError): unknown =>
    signal?.aborted === true || closed.aborted ? error : other();
  return {
    async send({ method = "GET", path, headers = [], body }, options = {}) {
      begin(options.signal);
      const url = urlOf(path);
      const summary = { method, url, auth };
      const request = { method, url, headers, ...(body !== undefined && { body }), ...credentials };
      const reply = await network
        .send({ ...request, purpose: "backend", redirect: "same-origin", compressed: false }, options)
        .catch((error: unknown) => {
          throw unlessAborted(options, error, () => exchangeFault(error, summary));
        });
      if (!isRefusedCredential(reply.status)) return reply;
      await reply.discard().catch(() => undefined);
      throw statusFault(reply.status, "a reply of ComfyUI", summary);
    },
    async connect({ path, headers = [] }, handlers, options = {}) {
      begin(options.signal);
      const url = urlOf(path).replace(/^http/, "ws");
      return network.connect({ url, headers, ...credentials }, handlers, options).catch((error: unknown) => {
        throw unlessAborted(options, error, () => socketFault(error, { method: "GET", url, auth }));
      });
    },
  };
}

/** The facet of a server that is found at the first call. */
export const deferDirectFacet = (find: (options?: CallOptions) => Promise<DirectFacet>): DirectFacet => ({
  send: async (request, options) => (await find(options)).send(request, options),
  connect: async (request, handlers, options) => (await find(options)).connect(request, handlers, options),
});
