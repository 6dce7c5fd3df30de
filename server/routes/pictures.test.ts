// The file of an image that is moved while it is read, and which images a list asks for.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { RouteDependencies } from "./dependencies.js";
import { pictureRoutes } from "./pictures.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-pictures-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

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

it.each([
  ["", { starred: undefined, deleted: false, workflow: undefined }],
  ["starred=true", { starred: true, deleted: false }],
  ["starred=false", { starred: false }],
  ["deleted=true&workflow=flux", { deleted: true, workflow: "flux", starred: undefined }],
])("the query %j of a list chooses images by %j", async (text, wanted) => {
  const asked: object[] = [];
  const images = {
    select(criteria: object) {
      asked.push(criteria);
      return Promise.resolve(["a", "b"]);
    },
    view: (ids: readonly string[]) => Promise.resolve(ids),
  };
  const { run } = pictureRoutes.listPictures;
  const call = { query: Object.fromEntries(new URLSearchParams(text)) } as unknown as Parameters<
    typeof run
  >[0];
  const deps = { gallery: { seenBy: () => images } } as unknown as RouteDependencies;
  expect(await run(call, deps)).toMatchObject({ pictures: ["a", "b"], total: 2 });
  expect(asked).toEqual([expect.objectContaining(wanted)]);
});
