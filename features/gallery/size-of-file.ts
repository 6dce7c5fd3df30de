// The width and height of an image, for layouts that reserve its place before it is loaded.

import { createReadStream } from "node:fs";

/** Reads the width and height; the result is empty for a file that cannot be read, or that contains no size. */
export async function sizeOfFile(
  path: string | undefined,
): Promise<{ readonly width?: number; readonly height?: number }> {
  if (path === undefined) return {};
  const { readImageSize } = await import("@pictor/image-metadata");
  // The size is in the first kilobyte, unless a JPEG has metadata before it.
  const source = createReadStream(path, { highWaterMark: 4096 });
  return (await readImageSize(source).catch(() => undefined)) ?? {};
}
