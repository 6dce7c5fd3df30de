// One upload: POST /upload/image, which takes any kind of file, streamed with its length.

import { randomUUID } from "node:crypto";
import { fault } from "@pictor/kernel/plugin";
import type { InputFile, PictorError, Reply } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { tooLarge } from "../features.js";
import { fieldsOf, textOf } from "../fields.js";
import { exchange, readJson } from "../http.js";
import type { Call, Peer } from "../http.js";
import { contentsOf } from "./contents.js";
import type { Digest } from "./contents.js";
import { formOf } from "./multipart.js";
import type { Form } from "./multipart.js";
import { stallWatch } from "./stall.js";
import type { StallWatch } from "./stall.js";
import type { Place } from "./stored-name.js";

/** How long the server may take for the next piece. Milliseconds. */
const stallMs = 60_000;
/** How long it may take for the reply: it compares the file with what it has, at a megabyte a second at least. Milliseconds. */
const replyMs = (bytes: number): number => Math.min(300_000, stallMs + bytes / 1000);
/** A large file over a slow line takes its time; what counts is whether it moves. Milliseconds. */
const wholeMs = 86_400_000;

export interface Sending {
  readonly file: InputFile;
  readonly digest: Digest;
  /** What the name is to be. */
  readonly place: Place;
  /** Bytes that the server takes in one request, where it says so. */
  readonly limit: number | undefined;
  readonly signal: AbortSignal;
  /** Bytes of the file that were handed over. */
  readonly tell: (sent: number) => void;
}

/**
 * Sends the file and settles with its place. The server never overwrites: it gives back the name of a file with the
 * same contents, or adds ` (1)`, so its answer counts. Rejects with BACKEND_TOO_LARGE, BACKEND_UPLOAD_REFUSED or
 * INPUT_NOT_READABLE beside the usual.
 */
export async function sendFile(peer: Peer, clock: Clock, sending: Sending): Promise<Place> {
  const { file, digest, place, limit } = sending;
  const { subfolder, filename } = place;
  const boundary = `pictor-${randomUUID()}`;
  const fields = { type: "input", ...(subfolder === "" ? {} : { subfolder }) };
  const form = formOf({ fields, part: "image", filename, mime: file.mime, boundary });
  const length = form.head.length + digest.length + form.tail.length;
  const url = peer.routes.route("/upload/image");
  if (limit !== undefined && length > limit)
    throw fault("BACKEND_TOO_LARGE", { method: "POST", url, bytes: length, limit: `at most ${limit}` });
  const stalled = (ms: number): PictorError =>
    fault("BACKEND_UNREACHABLE", {
      url,
      reason: `it took nothing of ${file.name} for ${Math.round(ms / 1000)} seconds`,
    });
  const watch = stallWatch(clock, stalled, peer.closed, sending.signal);
  const call: Call = {
    method: "POST",
    url,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: { open: () => bodyOf(form, sending, watch), length, replayable: true },
    accept: [...refusals.keys(), 413],
    timeoutMs: wholeMs,
  };
  try {
    const reply = await exchange(peer, call, watch.signal);
    if (reply.status === 413) throw await tooLarge(peer, call, reply, length, watch);
    if (refusals.has(reply.status)) throw await refused(call, reply, file);
    return await placeOf(peer, call, reply, watch);
  } finally {
    watch.end();
  }
}

/** The clock runs while it is the server's turn, not while the file is read. */
async function* bodyOf(
  { head, tail }: Form,
  { file, digest, tell }: Sending,
  watch: StallWatch,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  watch.expect(stallMs);
  yield head;
  watch.rest();
  for await (const piece of contentsOf(file, digest)) {
    watch.expect(stallMs);
    yield piece;
    watch.rest();
    sent += piece.length;
    tell(sent);
  }
  watch.expect(replyMs(digest.length));
  yield tail;
  watch.expect(replyMs(digest.length));
}

/** What the route's own refusals mean; its bodies are empty, or say only "500". */
const refusals: ReadonlyMap<number, string> = new Map([
  [400, "it does not take this name or folder (status 400)"],
  [404, "it has no such route (status 404)"],
  [405, "it has no such route (status 405)"],
  [500, "it failed over it, perhaps for want of disk space or rights (status 500)"],
]);

async function refused({ url }: Call, reply: Reply, file: InputFile): Promise<PictorError> {
  const { status } = reply;
  await reply.discard().catch(() => undefined);
  const reason = refusals.get(status) ?? `status ${status}`;
  return fault("BACKEND_UPLOAD_REFUSED", { url, filename: file.name, reason }, { more: { status } });
}

async function placeOf(peer: Peer, call: Call, reply: Reply, watch: StallWatch): Promise<Place> {
  const stored = fieldsOf(await readJson(peer, call, reply, watch));
  const filename = textOf(stored["name"]);
  if (filename !== undefined && filename !== "")
    return { subfolder: textOf(stored["subfolder"]) ?? "", filename };
  const [found, expected] = ["a reply without a name", "the name of the stored file"];
  throw fault("BACKEND_REPLY", { method: "POST", url: call.url, found, expected });
}
