// A child process: one client that transfers a file. Replies with the figures.

import { connectTo } from "../peers/clients.js";
import { answer, tell } from "../processes.js";
import { measured, type ClientLoad } from "./client-load.js";

/** The file to upload, with a small one to begin with; or the megabytes of the file to download. */
export type TransferOrder =
  { readonly path: string; readonly small: string } | { readonly megabytes: number };
export type Way = "upload" | "download";

const [name = "", url = ""] = process.argv.slice(2);
const { upload, download } = await connectTo(name, url);

const location = (megabytes: number) => ({ filename: `${megabytes}.png`, subfolder: "", type: "output" });

/** A small transfer first, so that connections and code are loaded before the measurement. */
answer(async (order: TransferOrder): Promise<ClientLoad> => {
  if ("path" in order) {
    await upload?.(order.small);
    return measured(async () => upload?.(order.path));
  }
  await download?.(location(0));
  return measured(async () => download?.(location(order.megabytes)));
});
tell([...(upload ? ["upload"] : []), ...(download ? ["download"] : [])] as readonly Way[]);
