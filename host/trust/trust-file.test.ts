// Writing to trust.json: what another version of Pictor has written stays.

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTrust } from "./trust-file.js";

it("a change of one folder keeps the sections of a later version", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "trust-")), "trust.json");
  await writeFile(file, '{"version": 1, "servers": {"a": 1}}');
  await writeTrust(file, "/work", () => ({ mode: "snapshot", powers: [] }));
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    servers: { a: 1 },
    folders: { "/work": { mode: "snapshot" } },
  });
});
