// Sends one input file: POST /upload/image, which accepts any kind of file, streamed with its length.

import { randomUUID } from "node:crypto";
import { fault, asString, recordOrEmpty } from "@pictor/kernel/plugin";
import type { InputFile, PictorError, Reply } from "@pictor/kernel/plugin";
import { bodyTooLargeFault } from "../server/body-limit.js";
import { replyFault } from "../server/exchange-faults.js";
import { exchange, readJson, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { verifiedContentsOf, type ContentDigest } from "./file-contents.js";
import type { InputLocation } from "./input-location.js";
import { multipartForm, type MultipartForm } from "./multipart-form.js";
import { createStallTimer, type StallTimer } from "./stall-timer.js";

/** Time limit in milliseconds for the server to take the next chunk. */
const stallMs = 60_000;
/** Time limit in milliseconds for the server's reply: the server compares the file with a stored one, at 1 MB/s or more. */
const replyTimeoutMs = (bytes: number): number => Math.min(300_000, stallMs + bytes / 1000);
/** A day for the whole request: a large file over a slow line takes long, and the stall timer detects a lack of progress. */
const requestTimeoutMs = 86_400_000;

export interface SendFileOptions {
  readonly file: InputFile;
  readonly digest: ContentDigest;
  /** The proposed location; the server may choose another one. */
  readonly location: InputLocation;
  /** The server's limit for a request body, if it is known. */
  readonly maxBytes: number | undefined;
  readonly signal: AbortSignal;
  /** Receives the number of the file's bytes that were sent. */
  readonly onProgress: (sent: number) => void;
}

/**
 * Sends the file and settles with its location. The server never overwrites a file: it answers with the name of a stored
 * file with the same contents, or appends ` (1)` to the name. Rejects with BACKEND_TOO_LARGE, BACKEND_UPLOAD_REFUSED or
 * INPUT_NOT_READABLE besides the errors of every request.
 */
export async function sendFile(server: RemoteServer, options: SendFileOptions): Promise<InputLocation> {
  const { file, digest, location, maxBytes } = options;
  const { subfolder, filename } = location;
  const boundary = `pictor-${randomUUID()}`;
  const fields = { type: "input", ...(subfolder === "" ? {} : { subfolder }) };
  const form = multipartForm({ fields, part: "image", filename, mime: file.mime, boundary });
  const length = form.head.length + digest.length + form.tail.length;
  const url = server.routes.route("/upload/image");
  if (maxBytes !== undefined && length > maxBytes)
    throw fault("BACKEND_TOO_LARGE", { method: "POST", url, bytes: length, limit: `at most ${maxBytes}` });
  const stallFault = (ms: number): PictorError => {
    const reason = `the server accepted no byte of ${file.name} for ${Math.round(ms / 1000)} seconds`;
    return fault("BACKEND_UNREACHABLE", { url, reason });
  };
  const stallTimer = createStallTimer(server.clock, stallFault, server.closed, options.signal);
  const request: ServerRequest = {
    method: "POST",
    url,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: { open: () => bodyOf(form, options, stallTimer), length, replayable: true },
    accept: [...refusals.keys(), 413],
    timeoutMs: requestTimeoutMs,
  };
  try {
    const reply = await exchange(server, request, stallTimer.signal);
    if (reply.status === 413) throw await bodyTooLargeFault(server, request, reply, length, stallTimer);
    if (refusals.has(reply.status)) throw await refusalFault(request, reply, file);
    return await readLocation(server, request, reply, stallTimer);
  } finally {
    stallTimer.dispose();
  }
}

/** The stall timer runs while the server has to accept a chunk, not while the file is read. */
async function* bodyOf(
  { head, tail }: MultipartForm,
  { file, digest, onProgress }: SendFileOptions,
  stallTimer: StallTimer,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  stallTimer.start(stallMs);
  yield head;
  stallTimer.stop();
  for await (const chunk of verifiedContentsOf(file, digest)) {
    stallTimer.start(stallMs);
    yield chunk;
    stallTimer.stop();
    sent += chunk.length;
    onProgress(sent);
  }
  stallTimer.start(replyTimeoutMs(digest.length));
  yield tail;
  stallTimer.start(replyTimeoutMs(digest.length));
}

/** The meaning of the upload route's statuses; the bodies are empty or contain only "500". */
const refusals: ReadonlyMap<number, string> = new Map([
  [400, "the server does not accept this name or folder (status 400)"],
  [404, "the server has no upload route (status 404)"],
  [405, "the server has no upload route (status 405)"],
  [500, "the server failed, perhaps for lack of disk space or permissions (status 500)"],
]);

async function refusalFault({ url }: ServerRequest, reply: Reply, file: InputFile): Promise<PictorError> {
  const { status } = reply;
  await reply.discard().catch(() => undefined);
  const reason = refusals.get(status) ?? `status ${status}`;
  return fault("BACKEND_UPLOAD_REFUSED", { url, filename: file.name, reason }, { more: { status } });
}

async function readLocation(
  server: RemoteServer,
  request: ServerRequest,
  reply: Reply,
  stallTimer: StallTimer,
): Promise<InputLocation> {
  const stored = recordOrEmpty(await readJson(server, request, reply, stallTimer));
  const filename = asString(stored["name"]);
  if (filename !== undefined && filename !== "")
    return { subfolder: asString(stored["subfolder"]) ?? "", filename };
  throw replyFault(request, "a reply without a name", "the name of the stored file");
}
