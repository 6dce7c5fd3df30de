// Fetches a file that the server produced: GET /view, resumed where the connection broke.
//
//   attempt: request the missing range --reply--> yield what is new --body ends, complete--> done
//      ^            |                                   |
//      |            | no reply                          | broken, ended early or stalled
//      +--- pause <-+-----------------------------------+
//
// Consecutive failures are counted. A failure after new bytes starts the count again at 1; a stall counts as three.

import { linkedController, backoffMs, fault, pause, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile, Reply } from "@pictor/kernel/plugin";
import { exchangeFault, maySucceedLater, replyFault } from "../server/exchange-faults.js";
import { exchange, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { continuationOf, nothingReceived, isComplete, rangeHeaders } from "./partial-file.js";
import type { PartialFile } from "./partial-file.js";
import { createStallTimer, type StallTimer } from "./stall-timer.js";

/** Time without a byte after which a reply or its body counts as broken, in milliseconds. */
const stallMs = 30_000;
const maxFailures = 5;
/** Two consecutive stalls, which are a minute without a byte, end the download. */
const failuresPerStall = 3;

interface Download {
  readonly server: RemoteServer;
  readonly file: OutputFile;
  readonly request: ServerRequest;
  /** The part that was received so far; replaced as it grows. */
  received: PartialFile;
}

/**
 * Streams a file. A body that breaks, ends early or stalls is resumed with a range request after a pause, for as long as
 * attempts bring new bytes. BACKEND_FILE_GONE: status 404, because a cached result can outlive its file and temporary files
 * are deleted at a restart. BACKEND_REPLY: a proxy answered with its sign-in page, which must not be saved as the file.
 * BACKEND_FILE_CHANGED: the rest does not continue the bytes that were already yielded.
 */
export async function* fetchOutput(
  server: RemoteServer,
  file: OutputFile,
  options: CallOptions = {},
): AsyncIterable<Uint8Array> {
  const { clock } = server;
  const url = server.routes.view(file);
  const request: ServerRequest = { url, accept: [404, 416] };
  const download: Download = { server, file, request, received: nothingReceived };
  const stallFault = (ms: number): PictorError =>
    fault("BACKEND_UNREACHABLE", { url, reason: `no data arrived for ${ms / 1000} seconds` });
  const { controller, release } = linkedController(server.closed, options.signal);
  const { signal } = controller;
  let failures = 0;
  try {
    for (;;) {
      const bytesBefore = download.received.received;
      const stallTimer = createStallTimer(clock, stallFault, signal);
      try {
        yield* attemptDownload(download, stallTimer);
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (download.received.received > 0 && isComplete(download.received)) return;
        const stallError = stallTimer.stallError();
        const failure = stallError ?? exchangeFault(error, { method: "GET", url, auth: server.auth });
        if (download.received.received > bytesBefore) failures = 0;
        failures += stallError === undefined ? 1 : failuresPerStall;
        if (!isResumable(failure) || failures > maxFailures) throw failure;
      } finally {
        stallTimer.dispose();
      }
      const pauseMs = backoffMs(failures, () => clock.random());
      await pause(clock, pauseMs, signal);
    }
  } finally {
    release();
  }
}

const isResumable = (error: Error): boolean =>
  error instanceof PictorError && (error.code === "BACKEND_UNREACHABLE" || maySucceedLater(error));

/** Sends one request, yields the new bytes of the reply, and updates `download.received`. */
async function* attemptDownload(download: Download, stallTimer: StallTimer): AsyncIterable<Uint8Array> {
  const { server, request, file } = download;
  stallTimer.start(stallMs);
  const headers = rangeHeaders(download.received);
  const reply = await exchange(server, { ...request, headers }, stallTimer.signal);
  const next =
    problemOfReply(download, reply) ?? continuationOf(download.received, reply.status, reply.headers);
  if (next instanceof Error || next.kind !== "bytes") {
    await reply.discard().catch(() => undefined);
    if (next instanceof Error) throw next;
    if (next.kind === "complete") return;
    const { received } = download.received;
    throw fault("BACKEND_FILE_CHANGED", { filename: file.filename, received, reason: next.reason });
  }
  download.received = next.file;
  let { skip } = next;
  stallTimer.start(stallMs);
  for await (const chunk of reply.body) {
    stallTimer.stop();
    if (chunk.length > skip) {
      const fresh = skip === 0 ? chunk : chunk.subarray(skip);
      download.received = { ...download.received, received: download.received.received + fresh.length };
      yield fresh;
    }
    skip = Math.max(0, skip - chunk.length);
    stallTimer.start(stallMs);
  }
  const { length, received } = download.received;
  if (received === 0 && isMedia(file))
    throw replyFault(request, `status ${reply.status} without a byte`, file.mime);
  if (length !== undefined && !isComplete(download.received)) {
    const reason = `the file ended before its ${length} bytes`;
    throw fault("BACKEND_UNREACHABLE", { url: request.url, reason });
  }
}

/** Whether a web page, JSON or an empty body cannot be the file. Files of other types may themselves be pages, or empty. */
const isMedia = ({ mime }: OutputFile): boolean => /^(image|video|audio|model)\//.test(mime);

/** What a reply contains instead of a media file; undefined if the reply can be the file. */
function contentInsteadOf({ mime }: OutputFile, contentType: string): string | undefined {
  if (/^text\/html\b/i.test(contentType)) return "a web page";
  return /^application\/json\b/i.test(contentType) && !mime.startsWith("model/") ? "JSON" : undefined;
}

/** The error for a reply that cannot be the file, regardless of what was received before. */
function problemOfReply({ request, file, received }: Download, reply: Reply): PictorError | undefined {
  if (reply.status === 404)
    return fault("BACKEND_FILE_GONE", { filename: file.filename, status: reply.status });
  if (reply.status === 416 && received.received === 0) return replyFault(request, "status 416", "status 200");
  const content = isMedia(file) ? contentInsteadOf(file, reply.headers["content-type"] ?? "") : undefined;
  if (content === undefined) return undefined;
  return replyFault(request, `${content} from ${new URL(reply.url).origin}`, file.mime);
}
