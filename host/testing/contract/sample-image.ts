// An image of 512 x 512 pixels for settings that name a file.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const pixels = 512;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function grayPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header[8] = 8;
  // Each row begins with the byte of its filter.
  const rows = Buffer.alloc(pixels * (pixels + 1), 128);
  for (let row = 0; row < pixels; row++) rows[row * (pixels + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array()),
  ]);
}

let written: string | undefined;
/** The absolute path of the image, which is removed when the process ends. */
export function sampleImage(): string {
  if (written !== undefined) return written;
  const folder = mkdtempSync(join(tmpdir(), "pictor-contract-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  written = join(folder, "image.png");
  writeFileSync(written, grayPng());
  return written;
}
