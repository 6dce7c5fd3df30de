// A small PNG writer: 8-bit RGB, Paeth-filtered rows, text chunks before the picture, as the real server saves.
import { crc32, deflateSync } from "node:zlib";
import type { Picture } from "../nodes/node.js";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

export interface PngOptions {
  /** tEXt chunks, keyword to text; both have to be Latin-1. */
  readonly texts?: Readonly<Record<string, string>>;
  /** zlib level 0 to 9; default 4, which is what the real server saves with. */
  readonly level?: number;
}

/** Encodes a picture as a PNG file (W3C PNG, colour type 2). */
export function encodePng(picture: Picture, options: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.width, 0);
  header.writeUInt32BE(picture.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const texts = Object.entries(options.texts ?? {});
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...texts.map(([keyword, text]) => chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1"))),
    chunk("IDAT", deflateSync(paethRows(picture), { level: options.level ?? 4 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

/** Rows with filter type 4: each byte minus whichever of left, above, above-left predicts it best. */
function paethRows({ width, height, pixels }: Picture): Uint8Array {
  const stride = width * 3;
  const out = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const target = y * (stride + 1);
    const row = y * stride;
    out[target] = 4;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= 3 ? (pixels[row + x - 3] as number) : 0;
      const above = y > 0 ? (pixels[row + x - stride] as number) : 0;
      const corner = x >= 3 && y > 0 ? (pixels[row + x - stride - 3] as number) : 0;
      out[target + 1 + x] = (pixels[row + x] as number) - paeth(left, above, corner);
    }
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
