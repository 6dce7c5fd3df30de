// The width and height of an image, for layouts that reserve its place before it is loaded.

import { open } from "node:fs/promises";

/** What is read at once: the header is in it, unless metadata precede the size. */
const firstBytes = 4096;

/** Reads the width and height; the result is empty for a file that cannot be read, or that contains no size. */
export async function sizeOfFile(
  path: string | undefined,
): Promise<{ readonly width?: number; readonly height?: number }> {
  if (path === undefined) return {};
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return {};
  try {
    const { readImageHeader } = await import("@pictor/images/formats");
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const first = await read(0, firstBytes);
    const header = await readImageHeader(
      async ({ at, length }) =>
        at + length <= first.length ? first.subarray(at, at + length) : read(at, length),
      { toImageData: true },
    );
    return typeof header === "string" ? {} : { width: header.width, height: header.height };
  } catch {
    return {};
  } finally {
    await file.close();
  }
}
