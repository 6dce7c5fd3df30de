// Reads the names of the textual-inversion embeddings of the server.

import { PictorError, type CallOptions } from "@pictor/kernel/plugin";
import { isMissingRoute } from "../server/exchange-faults.js";
import { requestJson, type RemoteServer } from "../server/requests.js";

/** The names as a prompt writes them; undefined if the server has no such list. */
export async function readEmbeddings(
  server: RemoteServer,
  options: CallOptions = {},
): Promise<readonly string[] | undefined> {
  try {
    const names = await requestJson(server, { url: server.routes.route("/embeddings") }, options);
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : undefined;
  } catch (error) {
    if (error instanceof PictorError && isMissingRoute(error)) return undefined;
    throw error;
  }
}
