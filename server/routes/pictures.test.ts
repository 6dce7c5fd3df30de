// The file of an image that is moved while it is read, and which images a list has.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { savedImageId, Gallery, galleryOperations } from "@pictor/features/gallery";
import { createFakeClock } from "@pictor/host/testing";
import { EventLog } from "../events/event-log.js";
import type { RouteDependencies } from "./dependencies.js";
import { pictureRoutes } from "./pictures.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-pictures-"));

const administrator = { tokenId: "t", name: "ann", scopes: ["admin"] as const };

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

const png = Buffer.from("\x89PNG\r\n\x1a\n-----------", "latin1");
/** A gallery with images 1 to 4, of which 2 has a star, and 3 and 4 are in the trash. */
async function galleryOfFour(): Promise<Gallery> {
  const images = mkdtempSync(join(folder, "images-"));
  const entries = ["txt2img", "flux", "txt2img", "flux"].map((workflow, index) => {
    const path = join(images, `${index + 1}.png`);
    writeFileSync(path, png);
    return { time: `2026-08-0${index + 1}T10:00:00.000Z`, workflow, prompt: "fox", negative: "", path };
  });
  const journal = join(images, "history.jsonl");
  writeFileSync(journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const gallery = new Gallery({ journal, log: new EventLog({ clock: createFakeClock() }) });
  const [, second = "", ...others] = entries.map(savedImageId);
  await gallery.seenBy(administrator).star(second, true);
  await gallery.seenBy(administrator).remove(others);
  return gallery;
}

it.each([
  ["", ["2.png", "1.png"]],
  ["starred=true", ["2.png"]],
  ["starred=false", ["1.png"]],
  ["deleted=true", ["4.png", "3.png"]],
  ["deleted=true&workflow=flux", ["4.png"]],
])("the query %j of a list chooses the images %j", async (text, names) => {
  const { run } = galleryOperations.listPictures;
  const query = Object.fromEntries(new URLSearchParams(text));
  const call = { query, caller: administrator } as unknown as Parameters<typeof run>[0];
  const { pictures, total } = await run(call, { gallery: await galleryOfFour() });
  expect([pictures.map(({ name }) => name), total]).toEqual([names, names.length]);
});
