// The client: the calls of the API, the live state, and a generation that resolves with its job.

import { ApiError } from "./api-error.js";
import type { Job, JobRequest } from "./api.gen.js";
import { isEnded } from "./apply-event.js";
import { createCalls, send, type Calls, type ConnectionOptions } from "./call.js";
import { readSocket, type SocketConstructor } from "./event-socket.js";
import { startLive, type Live, type LiveOptions, type StreamedEvent } from "./live.js";
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
  /** Cancels the job. */
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly calls: Calls;
  /** Follows the events of the server. The caller closes it. */
  connect(options?: Pick<LiveOptions, "onConnection" | "onEvent">): Live;
  /** Submits a job, and resolves to it when it has ended. */
  generate(request: JobRequest, options?: GenerateOptions): Promise<Job>;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

type Open = LiveOptions["open"];

async function* openServerSent(
  options: ConnectionOptions,
  ...[since, signal, heard]: Parameters<Open>
): AsyncGenerator<StreamedEvent> {
  const headers = { "last-event-id": since };
  const { body } = await send(options, "/v1/events", { headers, signal });
  if (body !== null) yield* readServerSent(body, heard);
}

/** Browsers cannot send a token with a handshake, so the handshake has a ticket instead, which is valid once. */
async function* openSocket(
  { url, Socket, calls }: { readonly url: string; readonly Socket: SocketConstructor; readonly calls: Calls },
  ...[since, signal, heard]: Parameters<Open>
): AsyncGenerator<StreamedEvent> {
  const { subprotocols } = await calls.createTicket({ signal });
  const address = new URL(`/v1/events/socket?since=${encodeURIComponent(since)}`, url);
  address.protocol = address.protocol.replace("http", "ws");
  yield* readSocket(new Socket(address.href, [...subprotocols]), signal, heard);
}

export function createClient(options: ClientOptions): Client {
  const calls = createCalls(options);
  const Socket = options.WebSocket ?? (globalThis as { readonly WebSocket?: SocketConstructor }).WebSocket;
  const isSocket = options.events !== "server-sent" && Socket !== undefined;
  const connect = (more: Pick<LiveOptions, "onConnection" | "onEvent"> = {}): Live =>
    startLive({
      ...more,
      calls,
      wait,
      isFinal: (error) => error instanceof ApiError && (error.status === 401 || error.status === 403),
      open: (...given) =>
        isSocket
          ? openSocket({ url: options.url, Socket, calls }, ...given)
          : openServerSent(options, ...given),
    });
  return {
    calls,
    connect,
    async generate(request, { onProgress, signal } = {}) {
      const live = connect();
      try {
        const submitted = await calls.submitJob({ body: request, ...(signal !== undefined && { signal }) });
        const cancel = (): void => {
          calls.cancelJob({ params: { id: submitted.id } }).catch(() => undefined);
        };
        if (signal?.aborted === true) cancel();
        signal?.addEventListener("abort", cancel, { once: true });
        const ended = new Promise<Job>((resolve) => {
          let last: Job | undefined;
          const look = (): void => {
            const job = live.state?.jobs.get(submitted.id);
            if (job === undefined || job === last) return;
            last = job;
            onProgress?.(job);
            if (isEnded(job)) resolve(job);
          };
          live.subscribe(look);
          look();
        });
        const closed = live.closed.then(() => submitted);
        return await Promise.race([ended, closed]).finally(() => {
          signal?.removeEventListener("abort", cancel);
        });
      } finally {
        live.close();
      }
    },
  };
}
