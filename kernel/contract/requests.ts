// Requests, replies and sockets, as plain records.

import type { Json, Problem } from "./values.js";

/**
 * Why a request is made. Requests for `token` and `discovery` skip the bands `auth` and `sign`, because a scheme's own
 * requests use no scheme.
 */
export type Purpose = "user" | "backend" | "handshake" | "token" | "discovery";

/** A header line. The name keeps its given spelling. */
export type HeaderPair = readonly [name: string, value: string];

/** A body that can be read as a stream of bytes. */
export interface RequestBody {
  /** Starts reading. Called again for a replay only if `replayable` is true. */
  open(): AsyncIterable<Uint8Array>;
  /** The length in bytes. If known, it is sent as Content-Length; otherwise the body is chunked. */
  readonly length?: number;
  /** If false, a redirect that keeps the body is refused, and a challenge is not answered. */
  readonly replayable: boolean;
}

/** An auth scheme and the values of its fields, with references resolved. */
export interface AuthSetting {
  /** `none`, or the id of a contributed auth scheme. */
  readonly type: string;
  readonly settings: Readonly<Record<string, Json>>;
  /** Name of the profile; absent for an inline setting. */
  readonly profile?: string;
  /** The configuration file of the profile. Profiles of the same name in different files are different profiles. */
  readonly file?: string;
  /** Name of the active environment. */
  readonly environment?: string;
  /** Origins that may receive the credentials. Default: every origin that is requested. */
  readonly origins?: readonly string[];
}

/** A request while it passes through `beforeSend`. Frozen; handlers return a new one. */
export interface OutgoingRequest {
  /** The id of a call; all redirects and replays of the call share it. */
  readonly id: string;
  readonly purpose: Purpose;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** Absolute, with the query and without the fragment. `ws:` or `wss:` for a handshake. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: RequestBody;
  readonly auth: AuthSetting;
}

/** A status of a redirect after which a POST becomes a GET, unless its caller keeps it. */
export type PostRedirect = 301 | 302 | 303;

/** A request as the caller of `send` writes it. */
export interface RequestInput {
  /** The method. Default `GET`. Converted to upper case. */
  readonly method?: string;
  /**
   * Absolute: `http:` or `https:`; for `connect`, `ws:` or `wss:`. A fragment is dropped; user information is refused.
   */
  readonly url: string;
  /** The headers. Default: none. */
  readonly headers?: readonly HeaderPair[] | Readonly<Record<string, string>>;
  /** Text (sent as UTF-8) and bytes are replayable; a `RequestBody` states whether it is. */
  readonly body?: string | Uint8Array | RequestBody;
  /** The purpose of the request. Default `user` for hosts, `backend` for plugins. */
  readonly purpose?: Purpose;
  /** The name of a profile, or an inline setting `{ type, ...fields }`. Default: no credentials. */
  readonly auth?: string | ({ readonly type: string } & Readonly<Record<string, Json>>);
  /**
   * With an inline `auth`: the saved profile that its fields change. The origins and the tokens of the profile then apply
   * to the fields.
   */
  readonly profile?: string;
  /**
   * How redirects are treated. Default `follow`: another origin receives no credentials. `trusted` also sends those of
   * the request to the origins that redirects name, but not from https to http, and none of a profile to an origin that
   * it does not list. `same-origin` follows only redirects to the same scheme, host and port, as discovery does.
   * `manual` returns the redirect as the reply. `error` rejects, as for token requests.
   */
  readonly redirect?: "follow" | "trusted" | "same-origin" | "manual" | "error";
  /** Statuses of redirects after which a POST stays a POST with its body (RFC 9110 section 15.4 permits both). Default: none. */
  readonly keepsPost?: readonly PostRedirect[];
  /**
   * Whether a compressed reply is asked for, unless the request has its own `Accept-Encoding` or a `Range`, and decompressed
   * (RFC 9110 section 8.4). Default true; false gives the bytes of the body as the server sends them.
   */
  readonly compressed?: boolean;
  /**
   * Whether a request with the purpose `user` sends the cookies that the active environment keeps, and the cookies of its
   * replies are kept. Default true. Environments keep no cookies unless a person turns this on.
   */
  readonly keptCookies?: boolean;
}

/** The request of `connect`: a GET without a body (RFC 6455 section 4.1) that follows no redirect. */
export type HandshakeInput = Pick<RequestInput, "url" | "headers" | "auth" | "profile">;

/** Options of one call. */
export interface SendOptions {
  /** Aborts the call; for `connect`, also closes the open socket. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time until the headers of the reply, in milliseconds; default 300,000. The time starts after the hook chain and
   * includes opening a connection (at most `network.connectTimeoutMs`) and sending the body; it starts again for each
   * redirect and replay. For `connect`, it limits each handshake.
   */
  readonly timeoutMs?: number;
  /**
   * Maximum size of the reply's body for `send`, in bytes, before and after decompression; default: no limit. Reading more fails
   * with `REQUEST_TOO_LARGE`.
   */
  readonly maxBytes?: number;
  /**
   * `remote`: `send` fails with `REQUEST_ADDRESS_REFUSED` for loopback, link-local addresses, metadata services of clouds and
   * every address of this machine, also after a redirect or when a name resolves there. Default `any`.
   */
  readonly addresses?: "any" | "remote";
}

/** One request that was sent, with credentials redacted. */
export interface Hop {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly sentHeaders: readonly HeaderPair[];
  /** The headers and query parameters that the auth scheme added, such as `header Authorization`. Absent if there are none. */
  readonly added?: readonly string[];
  /** What the signature of the scheme covers, if the scheme reports it. */
  readonly covers?: readonly string[];
}

/** A reply of any status. The caller reads the body once, or discards it. */
export interface Reply {
  readonly status: number;
  /**
   * The headers as the server sent them, with names in lower case. Repeated lines are joined with `, ` (Set-Cookie with
   * a line feed). With `content-encoding`, `content-length` is the length before decompression.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the last request, without credentials. */
  readonly url: string;
  /** Decompressed, unless the request has `compressed: false`. Damaged data ends it with `REQUEST_CODING_INVALID`. */
  readonly body: ReadableStream<Uint8Array>;
  readonly hops: readonly Hop[];
  /** Problems that did not end the call: a replaced header, a key in the address, a credential sent without TLS. */
  readonly notes: readonly Problem[];
  /** The whole body as text, without a byte order mark: in the encoding of the mark or of `content-type`, by default UTF-8. */
  text(): Promise<string>;
  /** The whole body as bytes. */
  bytes(): Promise<Uint8Array>;
  /** Releases the connection without reading the rest of the body. */
  discard(): Promise<void>;
}

/** Callbacks of an open socket. They are registered before the first frame can arrive. */
export interface SocketHandlers {
  /**
   * Receives a frame of text or bytes, of at most 1 GiB. While a returned promise is pending, no more is read from the
   * connection; frames that were already read still arrive. An exception is reported and does not close the socket.
   */
  message(data: string | Uint8Array): void | Promise<void>;
  /** Called exactly once. The code is 1006 when the connection broke without a close frame (RFC 6455 section 7.1.5). */
  close(code: number, reason: string): void;
}
/** An open WebSocket. It is closed when its signal is aborted or the kernel is disposed. */
export interface Socket {
  /**
   * Sends a frame of text or bytes. Resolves when the frame was passed to the operating system, or the socket has
   * closed. Does nothing on a closed socket.
   */
  send(data: string | Uint8Array): Promise<void>;
  /** Sends a ping frame and resolves with the pong. Rejects after `timeoutMs`, and when the socket closes. */
  ping(timeoutMs: number): Promise<void>;
  /**
   * Sends a close frame, by default without a code, and resolves when the connection has ended, after 5 s at the latest.
   * May be called repeatedly.
   */
  close(code?: number, reason?: string): Promise<void>;
}

/**
 * Network access, with permission `network`. Both methods reject before anything is sent with the error of a
 * `beforeSend` handler; with `AUTH_...`, `SETTINGS_INVALID`, `CONFIG_REFERENCE_UNRESOLVED` or `VARIABLE_UNKNOWN` for
 * the auth setting; and with `REQUEST_URL_INVALID`, `REQUEST_USERINFO` or `REQUEST_HEADER_INVALID`. Later they reject
 * with `REQUEST_FAILED` or `REQUEST_TIMEOUT`, and at any time with the reason of the signal.
 */
export interface Network {
  /**
   * Resolves when the headers of a reply have arrived, whatever its status; redirects were followed, and at most one
   * challenge was answered. Rejects with `REQUEST_REDIRECT` when a redirect is not followed: its target is not an HTTP
   * address, it is the eleventh in a row, the body can be read only once, it would carry a secret to another origin, or
   * `redirect` does not permit it.
   */
  send(request: RequestInput, options?: SendOptions): Promise<Reply>;
  /** Opens a WebSocket (RFC 6455); may answer one 401. Rejects with `SOCKET_REFUSED` when the reply is not an upgrade. */
  connect(request: HandshakeInput, handlers: SocketHandlers, options?: SendOptions): Promise<Socket>;
}
