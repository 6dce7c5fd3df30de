// A process of its own: the least that a job over HTTP can cost. It reads a request, runs it with the kernel, and sends
// the result.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { GenerateRequest } from "@pictor/host";
import { openPictor } from "../open-pictor.js";
import { serveToParent } from "../processes.js";

const [folder = "", baseUrl = ""] = process.argv.slice(2);
const flags = { backends: { fake: { kind: "remote", baseUrl } }, outputs: { directory: folder } };
const pictor = await openPictor(folder, flags);

await serveToParent(
  createServer((request, response) => {
    void (async () => {
      const { status, outputs } = await pictor.generate((await json(request)) as GenerateRequest).result;
      const text = JSON.stringify({ state: status, outputs: outputs.length });
      response
        .writeHead(200, { "content-type": "application/json", "content-length": text.length })
        .end(text);
    })();
  }),
);
