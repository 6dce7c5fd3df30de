// APIs that plugins contribute to the server: what the server calls, and what it offers for the caller of a request.

import type { CallOptions } from "./calls.js";
import type { DirectFacet } from "./direct-facet.js";
import type { SocketHandlers } from "./requests.js";
import type { Awaitable } from "./values.js";

/**
 * An API below the prefix that the manifest declares. The server has checked Host, Origin, token and scopes of every
 * request and every handshake. An exception becomes a problem document (RFC 9457), or what `problem` makes of it;
 * its HTTP status is that of the error, or that of its class.
 */
export interface Api {
  /**
   * Answers a request. Its `url` is the address that the client has used, also behind a proxy, with the whole path, prefix
   * included; its `signal` is aborted when the client disconnects. The body of the response is read as fast as the client
   * receives it, and cancelled when the client disconnects.
   */
  fetch(request: Request, context: ApiContext): Awaitable<Response>;
  /** Answers the handshake of a WebSocket: with a refusal, or with handlers for the socket. */
  upgrade?(request: Request, context: ApiContext): Awaitable<Response | SocketAcceptance>;
  /**
   * The JSON body of a refusal, in the shape that the clients of this API know. Called for every exception and for every
   * refusal of the server except those of a foreign host or page; the status stays as it is. Default: the problem document.
   */
  problem?(problem: ApiProblem): unknown;
}

/** Why a request failed, without a secret. */
export interface ApiProblem {
  /** The HTTP status of the response. */
  readonly status: number;
  /** Stable, for programs: `BACKEND_UNREACHABLE`. */
  readonly code: string;
  /** What happened, as one sentence. */
  readonly title: string;
  /** What happened, and what to do. */
  readonly detail: string;
  /** What to do. */
  readonly hint?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What the server offers for the caller of one request. */
export interface ApiContext {
  readonly caller: {
    /** Identifies the caller's token, and is no secret. Tokens may have the same name, but not the same id. */
    readonly id: string;
    /** Name of the caller's token. */
    readonly name: string;
    readonly scopes: readonly string[];
  };
  /**
   * Aborted when the caller's token is revoked, and when the server stops. The server then closes the caller's sockets.
   */
  readonly signal: AbortSignal;
  /** The local API with the rights of the caller. */
  readonly pictor: {
    /** Address of the server, for clients that build addresses themselves: `@pictor/client` takes `url` and `fetch`. */
    readonly url: string;
    /**
     * Like the global `fetch`, but without a network: the server answers a path such as `/v1/jobs` as a request of the
     * caller. Rejects with a `TypeError` for an address of another server.
     */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  };
  /** What the server would reply for this error: without a secret. For an API that puts errors into its own replies. */
  problemOf(error: unknown): ApiProblem;
  /**
   * The server behind a backend instance, with the credentials of the instance. Rejects with `API_SCOPE_MISSING` if the
   * caller may not generate, with `BACKEND_UNKNOWN`, with `BACKEND_NOT_DIRECT` if the backend has no facet `direct`, or
   * with the error that opening the backend gives.
   */
  backend(name: string, options?: CallOptions): Promise<DirectFacet>;
}

/** The handlers of an accepted WebSocket. */
export interface SocketAcceptance {
  /** Called once the socket is open. Frames arrive after it has returned. */
  open(socket: ClientSocket): SocketHandlers;
}

/** The server's end of a client's WebSocket. */
export interface ClientSocket {
  /**
   * Sends a frame of text or bytes. Resolves when the frame was passed to the operating system, so that a sender that
   * awaits it keeps only one frame in memory. Does nothing on a closed socket.
   */
  send(data: string | Uint8Array): Promise<void>;
  /** Sends a close frame; 1006, the code of a lost connection, closes the connection without one. */
  close(code?: number, reason?: string): void;
}
