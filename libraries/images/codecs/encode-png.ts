// Encodes PNG files as a real server saves them: 8-bit RGB or RGBA, Paeth-filtered rows, text chunks before the image data.
// Also encodes animated PNG (W3C PNG, third edition: acTL, fcTL and fdAT chunks).
import { deflateSync } from "node:zlib";
import { paeth } from "../formats/paeth.js";
import { pngChunk, pngSignature } from "../formats/png-chunks.js";
import { pythonError } from "../python-error.js";

/** Three bytes per pixel (`pixels`) or four (`rgba`), rows from top to bottom. */
export type PngImage = { readonly width: number; readonly height: number } & (
  { readonly pixels: Uint8Array } | { readonly rgba: Uint8Array }
);

export interface PngOptions {
  /** tEXt chunks: texts by keyword, both in Latin-1. */
  readonly texts?: Readonly<Record<string, string>>;
  /** zlib level, 0 to 9; default 4, as on a real server. */
  readonly level?: number;
}

/** Color type 2 or 6. Throws the error of PIL for an image without pixels. */
export function encodePng(image: PngImage, options: PngOptions = {}): Buffer {
  return Buffer.concat([
    pngSignature,
    ...headerChunks(image, options),
    pngChunk("IDAT", deflateSync(paethRows(image), { level: options.level ?? 4 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export interface PngAnimationOptions extends PngOptions {
  /** Duration of each frame. */
  readonly frameMs: number;
  /** Texts by keyword in `comf` chunks after the frames, as on a real server. */
  readonly privateTexts?: Readonly<Record<string, string>>;
  /** Called before each frame; throws when the run was interrupted. */
  readonly check?: () => void;
}

/** All frames have the same size and color type. The animation repeats without end. Throws without frames. */
export function encodePngAnimation(frames: readonly PngImage[], options: PngAnimationOptions): Buffer {
  const [first] = frames;
  if (!first) throw new Error("An animated PNG needs at least one frame");
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  let sequence = 0;
  const parts = frames.flatMap((frame, index) => {
    options.check?.();
    const data = deflateSync(paethRows(frame), { level: options.level ?? 4 });
    const before = pngChunk("fcTL", frameControl(frame, sequence++, options.frameMs));
    if (index === 0) return [before, pngChunk("IDAT", data)];
    return [before, pngChunk("fdAT", Buffer.concat([uint32(sequence++), data]))];
  });
  return Buffer.concat([
    pngSignature,
    ...headerChunks(first, options),
    pngChunk("acTL", control),
    ...parts,
    ...textChunks("comf", options.privateTexts),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function headerChunks(image: PngImage, { texts = {} }: PngOptions): Buffer[] {
  if (image.width === 0 || image.height === 0) throw pythonError("ValueError", "cannot write empty image");
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([8, "rgba" in image ? 6 : 2, 0, 0, 0], 8);
  return [pngChunk("IHDR", header), ...textChunks("tEXt", texts)];
}

const textChunks = (type: string, texts: Readonly<Record<string, string>> = {}): Buffer[] =>
  Object.entries(texts).map(([keyword, text]) =>
    pngChunk(type, Buffer.from(`${keyword}\0${text}`, "latin1")),
  );

/** The delay is a fraction with the denominator 1000. The frame replaces the previous one. */
function frameControl({ width, height }: PngImage, sequence: number, frameMs: number): Buffer {
  const data = Buffer.alloc(26);
  data.writeUInt32BE(sequence, 0);
  data.writeUInt32BE(width, 4);
  data.writeUInt32BE(height, 8);
  data.writeUInt16BE(Math.min(Math.round(frameMs), 0xffff), 20);
  data.writeUInt16BE(1000, 22);
  return data;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Rows with filter type 4 (Paeth): each byte minus the best predictor among left, above and above-left. */
function paethRows(image: PngImage): Uint8Array {
  const [bytes, depth] = "rgba" in image ? [image.rgba, 4] : [image.pixels, 3];
  const stride = image.width * depth;
  const out = new Uint8Array((stride + 1) * image.height);
  for (let y = 0; y < image.height; y += 1) {
    const target = y * (stride + 1);
    const row = y * stride;
    out[target] = 4;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= depth ? (bytes[row + x - depth] as number) : 0;
      const above = y > 0 ? (bytes[row + x - stride] as number) : 0;
      const corner = x >= depth && y > 0 ? (bytes[row + x - stride - depth] as number) : 0;
      out[target + 1 + x] = (bytes[row + x] as number) - paeth(left, above, corner);
    }
  }
  return out;
}
