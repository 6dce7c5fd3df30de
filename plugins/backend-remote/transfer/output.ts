// Fetching a file that the server made: GET /view, continued where the connection broke.

import { abortedWith, backoffMs, fault, pause, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile, Reply } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { isOutage, unreachable } from "../faults.js";
import { exchange } from "../http.js";
import type { Call, Peer } from "../http.js";
import { continuationOf, isWhole, nothing, rangeHeaders } from "./part.js";
import type { Part } from "./part.js";
import { stallWatch } from "./stall.js";
import type { StallWatch } from "./stall.js";

/** Without a byte for so long, a reply or its body counts as broken. Milliseconds. */
const stallMs = 30_000;
/** Attempts in a row that bring nothing new. */
const mostFailures = 5;
/** One that only waited counts as so many: two in a row are a minute without a byte, and the end. */
const stallFailures = 3;

/** Other files may be pages themselves, or empty. */
const isMedia = ({ mime }: OutputFile): boolean => /^(image|video|audio|model)\//.test(mime);
/** What a reply in place of such a file is, by its media type; undefined for what can be the file. */
function insteadOf({ mime }: OutputFile, type: string): string | undefined {
  if (/^text\/html\b/i.test(type)) return "a web page";
  return /^application\/json\b/i.test(type) && !mime.startsWith("model/") ? "JSON" : undefined;
}

interface Fetching {
  readonly peer: Peer;
  readonly file: OutputFile;
  readonly call: Call;
  /** What has arrived so far; replaced as it grows. */
  part: Part;
}

/**
 * Streams a file. A body that breaks, ends early or stalls is continued with a range request after a pause; as long
 * as each attempt brings something it goes on. The name of a cached result can outlive its file, and temporary files
 * go when the server restarts: both are a 404, which becomes BACKEND_FILE_GONE. A proxy whose session has ended may
 * send a page to sign in at instead: BACKEND_REPLY, because the page must not be kept as the picture. What would not
 * fit the bytes that were already given out is BACKEND_FILE_CHANGED.
 */
export async function* fetchOutput(
  peer: Peer,
  clock: Clock,
  file: OutputFile,
  options: CallOptions = {},
): AsyncIterable<Uint8Array> {
  const url = peer.routes.view(file);
  const call: Call = { url, accept: [404, 416] };
  const fetching: Fetching = { peer, file, call, part: nothing };
  const stalled = (ms: number): PictorError =>
    fault("BACKEND_UNREACHABLE", { url, reason: `no byte came for ${ms / 1000} seconds` });
  const { controller, letGo } = abortedWith(peer.closed, options.signal);
  const { signal } = controller;
  let failures = 0;
  try {
    for (;;) {
      const before = fetching.part.received;
      const watch = stallWatch(clock, stalled, signal);
      try {
        yield* attempt(fetching, watch);
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (fetching.part.received > 0 && isWhole(fetching.part)) return;
        const stall = watch.stalled();
        const told = stall ?? unreachable(error, { method: "GET", url, auth: peer.auth });
        if (fetching.part.received > before) failures = 0;
        failures += stall === undefined ? 1 : stallFailures;
        if (!isBroken(told) || failures > mostFailures) throw told;
      } finally {
        watch.end();
      }
      await pause(
        clock,
        backoffMs(failures, () => clock.chance()),
        signal,
      );
    }
  } finally {
    letGo();
  }
}

const isBroken = (error: Error): boolean =>
  error instanceof PictorError && (error.code === "BACKEND_UNREACHABLE" || isOutage(error));

/** One request: gives out what is new of its body, and notes it. */
async function* attempt(fetching: Fetching, watch: StallWatch): AsyncIterable<Uint8Array> {
  const { peer, call, file } = fetching;
  watch.expect(stallMs);
  const reply = await exchange(peer, { ...call, headers: rangeHeaders(fetching.part) }, watch.signal);
  const wrong = complaint(fetching, reply);
  const next = wrong ?? continuationOf(fetching.part, reply.status, reply.headers);
  if (next instanceof Error || next.kind !== "bytes") {
    await reply.discard().catch(() => undefined);
    if (next instanceof Error) throw next;
    if (next.kind === "whole") return;
    const { received } = fetching.part;
    throw fault("BACKEND_FILE_CHANGED", { filename: file.filename, received, reason: next.reason });
  }
  fetching.part = next.part;
  let { skip } = next;
  watch.expect(stallMs);
  for await (const chunk of reply.body) {
    watch.rest();
    if (chunk.length > skip) {
      const fresh = skip === 0 ? chunk : chunk.subarray(skip);
      fetching.part = { ...fetching.part, received: fetching.part.received + fresh.length };
      yield fresh;
    }
    skip = Math.max(0, skip - chunk.length);
    watch.expect(stallMs);
  }
  const { length, received } = fetching.part;
  if (received === 0 && isMedia(file)) {
    const found = `status ${reply.status} without a byte`;
    throw fault("BACKEND_REPLY", { method: "GET", url: call.url, found, expected: file.mime });
  }
  if (length !== undefined && !isWhole(fetching.part))
    throw fault("BACKEND_UNREACHABLE", {
      url: call.url,
      reason: `the file ended before its ${length} bytes`,
    });
}

/** What makes a reply useless, whatever has arrived before. */
function complaint({ call, file, part }: Fetching, reply: Reply): PictorError | undefined {
  if (reply.status === 404)
    return fault("BACKEND_FILE_GONE", { filename: file.filename, status: reply.status });
  const asked = { method: "GET", url: call.url };
  if (reply.status === 416 && part.received === 0)
    return fault("BACKEND_REPLY", { ...asked, found: "status 416", expected: "status 200" });
  const instead = isMedia(file) ? insteadOf(file, reply.headers["content-type"] ?? "") : undefined;
  if (instead === undefined) return undefined;
  const found = `${instead} of ${new URL(reply.url).origin}`;
  return fault("BACKEND_REPLY", { ...asked, found, expected: file.mime });
}
