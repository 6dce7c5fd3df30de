// Input files that are found again by their contents.

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { findRecordedFiles } from "./recorded-files.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pictor-recorded-"));
  for (const folder of ["made", "image", "here"]) mkdirSync(join(root, folder));
});

const sha256 = createHash("sha256").update("cat").digest("hex");
const place = (path: string, text = "cat"): string => {
  writeFileSync(join(root, path), text);
  return join(root, path);
};
const find = async (path: string) =>
  (await findRecordedFiles([path], { [path]: sha256 }, [join(root, "image"), join(root, "here")])).get(path);

it("a file is found where it was", async () => {
  const path = place("made/cat.png");
  place("image/cat.png");
  expect(await find(path)).toBe(path);
});

it("a file that has changed is found beside the image", async () => {
  const path = place("made/cat.png", "another cat");
  expect(await find(path)).toBeUndefined();
  const beside = place("image/cat.png");
  expect(await find(path)).toBe(beside);
});

it.each(["/gone/cat.png", String.raw`C:\Users\anna\cat.png`])(
  "a file of another machine is found here: %s",
  async (path) => {
    const here = place("here/cat.png");
    expect(await find(path)).toBe(here);
  },
);

it.each(["//evil/share/cat.png", String.raw`\\evil\share\cat.png`])(
  "a share is not asked, but its file may be here: %s",
  async (path) => {
    expect(await find(path)).toBeUndefined();
    const here = place("here/cat.png");
    expect(await find(path)).toBe(here);
    const found = await findRecordedFiles([`/${here}`], { [`/${here}`]: sha256 }, []);
    expect(found.size).toBe(0);
  },
);

it("a folder, and a file of the same name with other contents, are not taken", async () => {
  mkdirSync(join(root, "image/cat.png"));
  place("here/cat.png", "dog");
  expect(await find("/gone/cat.png")).toBeUndefined();
});

it("a file without a digest is not looked for", async () => {
  const path = place("made/cat.png");
  expect((await findRecordedFiles([path], {}, [])).size).toBe(0);
});
