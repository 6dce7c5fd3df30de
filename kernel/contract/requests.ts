// What goes out and what comes back: plain records.

import type { Json, Problem } from "./values.js";

/** Why a request is made. `token` and `discovery` never enter the auth bands: a scheme's own calls carry no scheme. */
export type Purpose = "user" | "backend" | "handshake" | "token" | "discovery";

/** A header line; names keep the spelling they were given. */
export type HeaderPair = readonly [name: string, value: string];

/** A body that can be read as a stream of bytes. */
export interface RequestBody {
  /** Starts reading; called again for a replay only when `replayable`. */
  open(): AsyncIterable<Uint8Array>;
  /** Bytes, when known: sent as Content-Length instead of chunked encoding. */
  readonly length?: number;
  /** False: a redirect that keeps it is refused, and no challenge is answered. */
  readonly replayable: boolean;
}

/** A scheme and the values of its fields, references already resolved. */
export interface AuthSetting {
  /** `none`, or the id of a contributed auth scheme. */
  readonly type: string;
  readonly settings: Readonly<Record<string, Json>>;
  /** Name of the profile that it comes from; absent for an inline setting. */
  readonly profile?: string;
  /** The configuration file that the profile stands in: the same name in another file is another profile. */
  readonly file?: string;
  /** Name of the active environment. */
  readonly environment?: string;
  /** Origins that may receive it; default: any that a request names. */
  readonly origins?: readonly string[];
}

/** A request on its way through `beforeSend`. Frozen; handlers return a new one. */
export interface OutgoingRequest {
  /** Unique; the same for all hops and replays of one call. */
  readonly id: string;
  readonly purpose: Purpose;
  /** In upper case. */
  readonly method: string;
  /** Absolute, with query and without fragment. `ws:` and `wss:` for a handshake. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: RequestBody;
  readonly auth: AuthSetting;
}

/** What a caller gives to `send`. */
export interface RequestInput {
  /** Default `GET`; sent in upper case. */
  readonly method?: string;
  /** Absolute: `http:` or `https:`; for `connect` `ws:` or `wss:`. A fragment is dropped; user names are refused. */
  readonly url: string;
  /** Default: none. */
  readonly headers?: readonly HeaderPair[] | Readonly<Record<string, string>>;
  /** Text (as UTF-8) and bytes are replayable; a `RequestBody` says so itself. */
  readonly body?: string | Uint8Array | RequestBody;
  /** Default `user` for hosts, `backend` for plugins. */
  readonly purpose?: Purpose;
  /** The name of a profile, or a setting `{ type, ...fields }`. Default: none. */
  readonly auth?: string | ({ readonly type: string } & Readonly<Record<string, Json>>);
  /** Default `follow`. Token and discovery requests use `error`. */
  readonly redirect?: "follow" | "error";
}

/** What a caller gives to `connect`: its request is a GET without a body (RFC 6455 section 4.1), and follows no redirect. */
export type HandshakeInput = Pick<RequestInput, "url" | "headers" | "auth">;

/** Limits of one call. */
export interface SendOptions {
  /** Ends the call; for `connect`, also the open socket. */
  readonly signal?: AbortSignal;
  /**
   * To the reply's headers. Milliseconds, default 300,000. It begins behind the chain, and anew for each hop and replay,
   * when there is a connection: opening one has `network.connectTimeoutMs`, or this limit where that is shorter. A body
   * that is a stream has to be through in it, from the opening of the connection on. For `connect`: each handshake,
   * with its connection.
   */
  readonly timeoutMs?: number;
  /** Of the reply's body, for `send`; reading more fails with `REQUEST_TOO_LARGE`. Bytes, default: no limit. */
  readonly maxBytes?: number;
}

/** One request that was really sent, credentials already redacted. */
export interface Hop {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly sentHeaders: readonly HeaderPair[];
}

/** A reply of any status. Its body is to be read once, or discarded. */
export interface Reply {
  readonly status: number;
  /** Lower-case names; repeated lines joined with `, ` (Set-Cookie with a line feed). */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the last hop, credentials removed. */
  readonly url: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly hops: readonly Hop[];
  /** What the caller should know: a replaced header, a key in the address, a secret sent without TLS. */
  readonly notes: readonly Problem[];
  /** The whole body as UTF-8 text, without a byte order mark. */
  text(): Promise<string>;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
  /** Frees the connection without reading the rest. */
  discard(): Promise<void>;
}

/** What happens on an open socket. Handlers are in place before the first frame can arrive. */
export interface SocketHandlers {
  /** A frame of at most 1 GiB: text, or bytes. What a handler throws is reported, and ends nothing. */
  message(data: string | Uint8Array): void;
  /** Called exactly once. Code 1006 when the connection broke without a close frame (RFC 6455 section 7.1.5). */
  close(code: number, reason: string): void;
}
/** An open WebSocket. It ends with its signal, and with the kernel. */
export interface Socket {
  /** A frame of text, or of bytes. Nothing happens on a socket that is closed. */
  send(data: string | Uint8Array): void;
  /** Sends a ping frame and settles with the pong; rejects after `timeoutMs`, and when the socket closes. */
  ping(timeoutMs: number): Promise<void>;
  /** Sends a close frame and settles when the connection has ended, at the latest 5 s later. Can be called again. */
  close(): Promise<void>;
}

/**
 * The network as a plugin with the `network` permission sees it. Both reject, before anything is sent, with what a
 * handler of `beforeSend` threw, with `AUTH_...`, `SETTINGS_INVALID`, `CONFIG_REFERENCE_UNRESOLVED` or `VARIABLE_UNKNOWN`
 * for the auth setting, and with `REQUEST_URL_INVALID`, `REQUEST_USERINFO` or `REQUEST_HEADER_INVALID`; later with
 * `REQUEST_FAILED` or `REQUEST_TIMEOUT`; and with the signal's reason.
 */
export interface Network {
  /**
   * Settles with the headers of a reply of any status; redirects were followed and one challenge was answered before.
   * Rejects with `REQUEST_REDIRECT` for a redirect that is not followed: to what is no http address, after ten of them, of
   * a body that can be read once, where it would carry a secret to another origin, or by `redirect`.
   */
  send(request: RequestInput, options?: SendOptions): Promise<Reply>;
  /** Opens a WebSocket (RFC 6455); a 401 may be answered once. Rejects with `SOCKET_REFUSED` for a reply that is no upgrade. */
  connect(request: HandshakeInput, handlers: SocketHandlers, options?: SendOptions): Promise<Socket>;
}
