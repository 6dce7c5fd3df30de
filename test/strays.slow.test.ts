// An unhandled rejection: a program can ask which plugin caused it.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { fixture } from "./fixtures.test.support.js";
import { packageOptions, packagesFolder } from "./packages.test.support.js";

const program = `
import { createPictor, rejectionOwner } from "@pictor/host";
const [folder, address, attributed] = process.argv.slice(1);
const kernel = await createPictor({ attributeRejections: attributed === "true", builtins: "none", plugins: [{ kind: "directory", path: folder }] });
process.on("unhandledRejection", (error) => {
  console.log(JSON.stringify({ ...rejectionOwner(error, kernel.plugins()), message: error.message ?? error }));
});
await (await kernel.send({ url: address })).discard();
await new Promise((resolve) => setImmediate(resolve));
await kernel.dispose();
`;

const [plugin, hook] = ["stray-checker", "beforeSend"];
const place = expect.stringMatching(/^ \(at index\.js:\d+:\d+\)$/) as unknown;

it.each([
  [
    "names plugin and hook with attribution",
    true,
    [
      { plugin, hook, place, message: "stray" },
      { plugin, hook, message: "text" },
    ],
  ],
  [
    "names the plugin of an error without attribution",
    false,
    [{ plugin, place, message: "stray" }, { message: "text" }],
  ],
])("a stray rejection %s", async (_name, attributed, expected) => {
  const server = createServer((_request, response) => response.end());
  const { url, close } = await listen(server);
  const given = [
    ...packageOptions,
    "--input-type=module",
    "-e",
    program,
    fixture("stray-rejection"),
    url,
    String(attributed),
  ];
  const child = spawn(process.execPath, given, { cwd: packagesFolder, stdio: ["ignore", "pipe", "inherit"] });
  const output = await text(child.stdout);
  await close();
  expect(
    output
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line)),
  ).toEqual(expected);
});
