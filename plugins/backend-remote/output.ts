// Fetching a file that the server made: GET /view.

import { fault } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile } from "@pictor/kernel/plugin";
import { readBytes, send } from "./http.js";
import type { Call, Peer } from "./http.js";

/** Other files may be pages themselves. */
const isMedia = ({ mime }: OutputFile): boolean => /^(image|video|audio|model)\//.test(mime);

/**
 * Streams a file. The name of a cached result can outlive its file, and temporary files go when the server restarts:
 * both are a 404, which becomes BACKEND_FILE_GONE. A proxy whose session has ended may send a page to sign in at instead:
 * BACKEND_REPLY, because the page must not be kept as the picture.
 */
export async function* fetchOutput(
  peer: Peer,
  file: OutputFile,
  options: CallOptions = {},
): AsyncIterable<Uint8Array> {
  const call: Call = { url: peer.routes.view(file), accept: [404] };
  const reply = await send(peer, call, options);
  if (reply.status === 404) {
    await reply.discard();
    throw fault("BACKEND_FILE_GONE", { filename: file.filename, status: reply.status });
  }
  if (isMedia(file) && /^text\/html\b/i.test(reply.headers["content-type"] ?? "")) {
    await reply.discard();
    const found = `a web page of ${new URL(reply.url).origin}`;
    throw fault("BACKEND_REPLY", { method: "GET", url: call.url, found, expected: file.mime });
  }
  yield* readBytes(peer, call, reply, options);
}
