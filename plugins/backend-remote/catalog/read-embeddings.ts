// Reads the names of the textual-inversion embeddings of the server.

import type { CallOptions } from "@pictor/kernel/plugin";
import { unlessMissing } from "../server/exchange-faults.js";
import { requestJson, type RemoteServer } from "../server/requests.js";

/** The names as a prompt writes them; undefined if the server has no such list. */
export async function readEmbeddings(
  server: RemoteServer,
  options: CallOptions = {},
): Promise<readonly string[] | undefined> {
  const asking = requestJson(server, { url: server.routes.route("/embeddings") }, options);
  const names = await unlessMissing(asking, undefined);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : undefined;
}
