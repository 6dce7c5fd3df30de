// The file of an image that is moved while it is read.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RouteDependencies } from "./dependencies.js";
import { pictureRoutes } from "./pictures.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-pictures-"));

/** Reads an image whose file is at the first place when it is looked up first, then at the second one. */
async function read(...places: readonly string[]): Promise<string> {
  const left = [...places];
  const fileOf = () =>
    Promise.resolve({ path: left.shift(), mime: "image/png", name: "a.png", bytes: 4, modifiedMs: 1 });
  const gallery = { seenBy: () => ({ fileOf }) };
  const { run } = pictureRoutes.readPictureFile;
  const call = { params: { id: "a" }, request: new Request("http://localhost/v1/pictures/a/file") };
  const reply = await run(call as Parameters<typeof run>[0], { gallery } as unknown as RouteDependencies);
  return (reply as Response).text();
}

it("is read where it is now", async () => {
  const trash = join(folder, "trash.png");
  writeFileSync(trash, "fox!");
  expect(await read(join(folder, "gone.png"), trash)).toBe("fox!");
});

it("is missing if it is nowhere", async () => {
  const gone = join(folder, "gone.png");
  await expect(read(gone, gone)).rejects.toMatchObject({ code: "ENOENT" });
});
