// What goes out and what comes back: plain records.

import type { Json, Problem } from "../hooks/types.js";

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
  readonly id: string;
  readonly purpose: Purpose;
  readonly method: string;
  /** Absolute, with query and without fragment. `ws:` and `wss:` for a handshake. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: RequestBody;
  readonly auth: AuthSetting;
}

/** What a caller gives to `send` and `connect`. */
export interface RequestInput {
  readonly method?: string;
  readonly url: string;
  readonly headers?: readonly HeaderPair[] | Readonly<Record<string, string>>;
  /** Text and bytes are replayable; a stream is not. */
  readonly body?: string | Uint8Array | RequestBody;
  readonly purpose?: Purpose;
  /** The name of a profile, or a setting `{ type, ...fields }`. Default: none. */
  readonly auth?: string | ({ readonly type: string } & Readonly<Record<string, Json>>);
  /** Default `follow`. Token and discovery requests use `error`. */
  readonly redirect?: "follow" | "error";
}

export interface SendOptions {
  /** Ends the call; for `connect`, also the open socket. */
  readonly signal?: AbortSignal;
  /** From the call to the reply's headers. Milliseconds, default 300,000. */
  readonly timeoutMs?: number;
  /** Of the reply's body; reading more fails with `REQUEST_TOO_LARGE`. Bytes, default: no limit. */
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
  /** The body as UTF-8 text. */
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  /** Frees the connection without reading the rest. */
  discard(): Promise<void>;
}

/** What happens on an open socket. Handlers are in place before the first frame can arrive. */
export interface SocketHandlers {
  message(data: string | Uint8Array): void;
  /** Called exactly once. Code 1006 when the connection broke without a close frame (RFC 6455 section 7.1.5). */
  close(code: number, reason: string): void;
}
export interface Socket {
  send(data: string | Uint8Array): void;
  /** Sends a ping frame and settles with the pong, or rejects after `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The network as a plugin with the `network` permission sees it. */
export interface Network {
  send(request: RequestInput, options?: SendOptions): Promise<Reply>;
  connect(request: RequestInput, handlers: SocketHandlers, options?: SendOptions): Promise<Socket>;
}
