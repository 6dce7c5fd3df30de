// The pictures of the documentation. `PICTOR_SCREENSHOTS=write` stores them; otherwise the stored ones are compared
// with new ones by their sizes.

import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { readImageMetadata } from "@pictor/image-metadata";
import { root } from "../sources.test.support.js";

const isWriting = process.env["PICTOR_SCREENSHOTS"] === "write";
const quality = 0.86;

/** What is on the screen, as WebP. */
async function shotOf(page: Page): Promise<Uint8Array> {
  const png = (await page.screenshot({ animations: "disabled" })).toString("base64");
  // The policy of the page itself may not allow it to read the image from a data address.
  const blank = await page.context().newPage();
  const webp = await blank.evaluate<string>(`(async () => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64,${png}")).blob());
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", ${quality});
  })()`);
  await blank.close();
  return Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
}

export interface Picture {
  /** Below docs/. */
  readonly name: string;
  /** The page of the documentation that shows it. */
  readonly shownIn: string;
  readonly maxBytes: number;
}

/** Stores the picture of a page, or compares it with the stored one. */
export async function compareWithPicture(page: Page, { name, shownIn, maxBytes }: Picture): Promise<void> {
  const path = join(root, "docs", name);
  const shot = await shotOf(page);
  if (isWriting) writeFileSync(path, shot);
  const stored = readFileSync(path);
  const size = page.viewportSize() ?? {};
  expect(await readImageMetadata(createReadStream(path))).toMatchObject({ format: "webp", ...size });
  expect(stored.length).toBeLessThan(maxBytes);
  expect(stored.length / shot.length).toBeGreaterThan(0.5);
  expect(stored.length / shot.length).toBeLessThan(2);
  const link = relative(dirname(join(root, shownIn)), path);
  expect(readFileSync(join(root, shownIn), "utf8")).toContain(`(${link})`);
}
