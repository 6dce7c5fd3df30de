// The page on the hazards of the protocol: it is complete, every test that it names exists, and the hazards of a real
// network are tested.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { createTestPictor, listen } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { citationsIn, rowsIn, unknownCitations } from "./citations.test.support.js";
import { root } from "./sources.test.support.js";

const page = readFileSync(join(root, "docs/comfyui-hazards.md"), "utf8");
const rows = rowsIn(page);
const citations = citationsIn(page);

it("there is a row for each of the 57", () => {
  const numbers = rows.map((row) => Number(/^\| (\d+) +\|/.exec(row)?.[1]));
  expect(numbers.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 57 }, (_, index) => index + 1),
  );
});

it("every row names a test, or says in words why there is none", () => {
  const silent = rows.filter((row) => citationsIn(row).length === 0 && !/\| none +\|$/.test(row));
  expect(silent).toEqual([]);
  expect(citations.length).toBeGreaterThan(rows.length);
});

it("every title is that of a test in its file", () => {
  expect(unknownCitations(root, citations)).toEqual([]);
});

it("neither a request nor a handshake carries a browser's headers", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    response.end();
  });
  server.on("upgrade", ({ headers }, stream) => {
    seen.push(headers);
    stream.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
  });
  const { host, close } = await listen(server);
  const { pictor, dispose } = await createTestPictor({ plugins: [] });
  await (await pictor.send({ method: "POST", url: `http://${host}/prompt`, body: "{}" })).discard();
  const handlers = { message: () => undefined, close: () => undefined };
  await expect(pictor.connect({ url: `ws://${host}/ws` }, handlers)).rejects.toThrow("404");
  await dispose();
  await close();
  const names = seen.flatMap((headers) => Object.keys(headers));
  expect(seen).toHaveLength(2);
  expect(names.filter((name) => /^(origin|referer|sec-fetch-)/.test(name))).toEqual([]);
});
