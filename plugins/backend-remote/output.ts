// Fetching a file that the server made: GET /view.

import { fault } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile } from "@pictor/kernel/plugin";
import { readBytes, send } from "./http.js";
import type { Call, Peer } from "./http.js";

/**
 * Streams a file. The name of a cached result can outlive its file, and temporary files go when the server restarts:
 * both are a 404, which becomes BACKEND_FILE_GONE.
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
  yield* readBytes(peer, call, reply, options);
}
