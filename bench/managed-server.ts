// A minimal server for the kind `managed`: answers /system_stats, prints its address, and ends on SIGINT. Run as `node main.py`.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The source of main.py, which accepts the arguments of ComfyUI, and implements `--help` and `--port`. */
const source = String.raw`
const { createServer } = require("node:http");
const argv = process.argv.slice(2);
if (argv.includes("--help")) {
  console.log("usage: main.py [-h] [--port PORT] [--disable-auto-launch]\n");
  process.exit(0);
}
const port = Number(argv[argv.lastIndexOf("--port") + 1]);
const stats = JSON.stringify({ system: { comfyui_version: "0", argv: ["main.py", ...argv] }, devices: [] });
process.on("SIGINT", () => process.exit(0));
createServer((request, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(request.url === "/queue" ? '{"queue_running":[],"queue_pending":[]}' : stats);
}).listen(port, "127.0.0.1", () => console.error("To see the GUI go to: http://127.0.0.1:" + port));
`;

/** Creates the folder of such a ComfyUI below `folder`. Settles with its path. */
export async function createComfy(folder: string): Promise<string> {
  const comfy = join(folder, "ComfyUI");
  await mkdir(join(comfy, "custom_nodes"), { recursive: true });
  await writeFile(join(comfy, "main.py"), source);
  return comfy;
}
