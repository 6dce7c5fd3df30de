// The client: the calls of the API, the live state, and a generation that resolves with its job.

import { ApiError } from "./api-error.js";
import type { HttpReplyPart, HttpRequest, Job, JobRequest } from "./api.gen.js";
import { isEnded } from "./apply-event.js";
import { createCalls, send, type Calls, type ConnectionOptions } from "./call.js";
import { readSocket, type SocketConstructor } from "./event-socket.js";
import { requireMembers } from "./require-members.js";
import { Live, type LiveOptions, type StreamedEvent } from "./live.js";
import type { LivePreview } from "./live-state.js";
import { readServerSent } from "./server-sent.js";

export interface ClientOptions extends ConnectionOptions {
  /**
   * How events arrive: over a WebSocket, which carries previews with their bytes and does not count towards the six connections
   * of a browser to one origin, or as server-sent events. Default: `socket` where there is a WebSocket.
   */
  readonly events?: "socket" | "server-sent";
  /** The WebSocket class. Default: the global WebSocket, which Node has from version 22 on. */
  readonly WebSocket?: SocketConstructor;
}

export interface GenerateOptions {
  /** Called after each change of the job. */
  readonly onProgress?: (job: Job) => void;
  /** Called for each preview. It has its bytes if it came over a WebSocket; `calls.readPreview` reads the latest one. */
  readonly onPreview?: (preview: LivePreview) => void;
  /** Cancels the job. */
  readonly signal?: AbortSignal;
}

export type ConnectOptions = Pick<LiveOptions, "job" | "onConnection" | "onEvent">;

export interface Client {
  readonly calls: Calls;
  /** Follows the events of the server, or of one job. The caller closes it. */
  connect(options?: ConnectOptions): Live;
  /**
   * Submits a job, follows its events alone, and resolves to it when it has ended. A lost connection is opened again. Rejects
   * if the submission is refused, if the token is revoked, and if a new run of the server does not know the job.
   */
  generate(request: JobRequest, options?: GenerateOptions): Promise<Job>;
  /**
   * Sends a request to another server, and yields the parts of its reply as they arrive: its head, the data of its
   * body, and its end. Throws before the head if there is no reply. Leaving the loop ends the request;
   * `calls.deleteRequest` with the id of the request ends it too, and the last part then has what has arrived.
   */
  streamRequest(
    request: HttpRequest,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<HttpReplyPart>;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // This handler replaces that of the wait before: `addEventListener` would add a listener with each attempt.
    signal.onabort = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** What both transports need: the query of the events, until when, and whom to tell that something has arrived. */
type Wanted = readonly [query: string, signal: AbortSignal, heard: () => void];

async function* openServerSent(
  options: ConnectionOptions,
  ...[query, signal, heard]: Wanted
): AsyncGenerator<StreamedEvent> {
  yield* readServerSent<StreamedEvent>(await send(options, `/v1/events?${query}`, { signal }), heard);
}

/** Browsers cannot send a token with a handshake, so the handshake has a ticket instead, which is valid once. */
async function* openSocket(
  { url, Socket, calls }: { readonly url: string; readonly Socket: SocketConstructor; readonly calls: Calls },
  ...[query, signal, heard]: Wanted
): AsyncGenerator<StreamedEvent> {
  const { subprotocols } = await calls.createTicket({ signal });
  const address = new URL(`/v1/events/socket?${query}`, url);
  address.protocol = address.protocol.replace("http", "ws");
  yield* readSocket(new Socket(address.href, [...subprotocols]), signal, heard);
}

/** Resolves to the job when it has ended. Rejects as `live.closed` does. */
const untilEnded = (live: Live, id: string, onProgress: GenerateOptions["onProgress"]): Promise<Job> =>
  new Promise((resolve, reject) => {
    let last: Job | undefined;
    live.subscribe(({ jobs }) => {
      const job = jobs.get(id);
      if (job === undefined || job === last) return;
      last = job;
      onProgress?.(job);
      if (isEnded(job)) resolve(job);
    });
    live.closed.catch(reject);
  });

async function generate(
  { calls, connect }: Pick<Client, "calls" | "connect">,
  request: JobRequest,
  { onProgress, onPreview, signal }: GenerateOptions,
): Promise<Job> {
  signal?.throwIfAborted();
  // The signal does not abort the submission, because the server may already have the job, which then nobody would cancel.
  const { id } = await calls.submitJob({ body: request });
  const cancel = (): void => {
    if (signal?.aborted === true) calls.cancelJob({ params: { id } }).catch(() => undefined);
  };
  signal?.addEventListener("abort", cancel);
  const live = connect({
    job: id,
    // A cancellation that was lost with the connection is repeated.
    onConnection: cancel,
    onEvent(event) {
      if (event.type === "preview") onPreview?.(event);
    },
  });
  try {
    return await untilEnded(live, id, onProgress);
  } finally {
    signal?.removeEventListener("abort", cancel);
    live.close();
  }
}

/** `options` may have more members: the result of `createServer` from the package server has the address and the token. */
export function createClient(options: ClientOptions): Client {
  const calls = createCalls(options);
  const Socket = options.WebSocket ?? (globalThis as { readonly WebSocket?: SocketConstructor }).WebSocket;
  const isSocket = options.events !== "server-sent" && Socket !== undefined;
  const connect = (more: ConnectOptions = {}): Live => {
    requireMembers("The options of connect", more, "job, onConnection, onEvent");
    const { job } = more;
    const final = [401, 403, job === undefined ? 401 : 404];
    return new Live({
      ...more,
      calls,
      wait,
      isFinal: (error) => error instanceof ApiError && final.includes(error.status),
      open(since, ...rest) {
        const query = new URLSearchParams({ since, ...(job !== undefined && { job }) }).toString();
        return isSocket
          ? openSocket({ url: options.url, Socket, calls }, query, ...rest)
          : openServerSent(options, query, ...rest);
      },
    });
  };
  return {
    calls,
    connect,
    async *streamRequest(body, more) {
      yield* readServerSent<HttpReplyPart>(await calls.streamRequest({ ...more, body }));
    },
    async generate(request, more = {}) {
      requireMembers("The options of generate", more, "onProgress, onPreview, signal");
      return generate({ calls, connect }, request, more);
    },
  };
}
