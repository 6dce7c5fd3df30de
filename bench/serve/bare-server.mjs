// A process of its own: the least that a job over HTTP can cost. It reads a request, runs it with the kernel, and sends the result.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { importPackage } from "../packages.mjs";

const [folder, baseUrl] = process.argv.slice(2);
const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
const flags = { backends: { fake: { kind: "remote", baseUrl } }, outputs: { directory: folder } };
const pictor = await createPictor({ configuration: await loadConfiguration({ directory: folder, flags }) });

const server = createServer(async (request, response) => {
  const { status, outputs } = await pictor.generate(await json(request)).result;
  const text = JSON.stringify({ state: status, outputs: outputs.length });
  response.writeHead(200, { "content-type": "application/json", "content-length": text.length }).end(text);
});
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}/`));
process.once("disconnect", () => process.exit());
