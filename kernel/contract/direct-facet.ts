// The facet `direct`: the server behind a backend, in its own protocol.

import type { Priority } from "./priority.js";
import type { HeaderPair, Reply, RequestInput, SendOptions, Socket, SocketHandlers } from "./requests.js";

/** A request to the server behind a backend. */
export interface DirectRequest {
  /** The HTTP method. Default `GET`. */
  readonly method?: string;
  /** Path below the address of the server, and query, as they are sent: `/view?filename=a.png`. Begins with a slash. */
  readonly path: string;
  readonly headers?: readonly HeaderPair[];
  /** The body, as in `RequestInput`: text and bytes can be sent again after a challenge. */
  readonly body?: RequestInput["body"];
  /** Who sends the request, for a backend that serves owners in turn. It is not sent to a server. */
  readonly owner?: string;
  /**
   * The priority of a prompt that the request submits without one, for a backend with its own queue. It is not sent to
   * a server.
   */
  readonly priority?: Priority;
  /** `Submission.runningLimit` of a prompt that the request submits. It is not sent to a server. */
  readonly runningLimit?: number;
}

/**
 * Requests to the server behind a backend, in its own protocol and unchanged, with the credentials, the proxy and the
 * certificates of the instance. Both methods reject as the methods of `Network` and of `Backend` do.
 */
export interface DirectFacet {
  /** Resolves with a reply of any status. Only redirects to the same origin are followed. */
  send(request: DirectRequest, options?: SendOptions): Promise<Reply>;
  connect(
    request: Pick<DirectRequest, "path" | "headers" | "owner">,
    handlers: SocketHandlers,
    options?: SendOptions,
  ): Promise<Socket>;
}
