// An unhandled rejection: a program can ask which plugin caused it.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { fixture } from "./fixtures.test.support.js";

const program = `
import { createPictor, rejectionOwner } from "@pictor/host";
process.on("unhandledRejection", (error) => {
  console.log(JSON.stringify({ ...rejectionOwner(), message: error.message }));
});
const kernel = await createPictor({ attributeRejections: true, builtins: "none", plugins: [{ kind: "directory", path: process.argv[1] }] });
await (await kernel.send({ url: process.argv[2] })).discard();
await new Promise((resolve) => setImmediate(resolve));
await kernel.dispose();
`;

it("a stray rejection names plugin and hook", async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const given = [
    "--conditions=@pictor/source",
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    program,
    fixture("stray-rejection"),
    address,
  ];
  const child = spawn(process.execPath, given, {
    cwd: fileURLToPath(new URL("../", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await text(child.stdout);
  server.close();
  expect(JSON.parse(output)).toEqual({ plugin: "stray-checker", hook: "beforeSend", message: "stray" });
});
