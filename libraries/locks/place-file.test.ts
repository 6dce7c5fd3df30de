// Tests of the name that a complete file gets.

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { placeFile } from "./place-file.js";

it("is given once, and replaces nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "place-"));
  const [one, other, name] = [join(folder, "one"), join(folder, "other"), join(folder, "name")];
  await writeFile(one, "1");
  await writeFile(other, "2");
  expect([await placeFile(one, name), await placeFile(other, name)]).toEqual([true, false]);
  expect(await readFile(name, "utf8")).toBe("1");
  await expect(placeFile(join(folder, "none"), join(folder, "new"))).rejects.toMatchObject({
    code: "ENOENT",
  });
});
