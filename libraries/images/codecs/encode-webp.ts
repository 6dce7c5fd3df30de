// Encodes WebP files, still or animated (RFC 9649: RIFF container, VP8X, ANIM and ANMF chunks).
import type { RgbaImage } from "./byte-images.js";
import { encodeWebpBytes, webpDefaults } from "./webp-codec.js";

export interface WebpOptions {
  /** 0 to 100; default 80. For a lossless file it affects the size only. */
  readonly quality?: number;
  readonly lossless?: boolean;
  /** 0 (fastest) to 6 (smallest file); default 4. */
  readonly method?: number;
}

export interface AnimationOptions extends WebpOptions {
  /** Duration of each frame. */
  readonly frameMs: number;
  /** A TIFF structure, see `encodeExifTexts`. */
  readonly exif?: Uint8Array;
  /** Called before each frame; throws when the run was interrupted. */
  readonly check?: () => void;
}

const ANIMATION = 0x02;
const EXIF = 0x08;
const ALPHA = 0x10;
const DO_NOT_BLEND = 0x02;

export function encodeWebp(image: RgbaImage, options: WebpOptions = {}): Buffer {
  const { width, height, rgba } = image;
  const file = encodeWebpBytes(rgba, width, height, {
    ...webpDefaults,
    quality: options.quality ?? 80,
    lossless: options.lossless === true ? 1 : 0,
    exact: options.lossless === true ? 1 : 0,
    method: options.method ?? 4,
  });
  if (!file) throw new Error(`An image of ${width} x ${height} pixels cannot be written as WebP`);
  return Buffer.from(file);
}

/** All frames have the same size. The animation repeats without end. */
export function encodeWebpAnimation(frames: readonly RgbaImage[], options: AnimationOptions): Buffer {
  const { width = 1, height = 1 } = frames[0] ?? {};
  const alpha = frames.some(({ hasAlpha }) => hasAlpha);
  const header = Buffer.alloc(10);
  header.writeUInt8(ANIMATION | (alpha ? ALPHA : 0) | (options.exif ? EXIF : 0), 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return riffFile([
    riffChunk("VP8X", header),
    // Transparent black background; loop count 0 repeats without end.
    riffChunk("ANIM", Buffer.alloc(6)),
    ...frames.map((frame) => {
      options.check?.();
      return riffChunk("ANMF", animationFrame(frame, options));
    }),
    ...(options.exif ? [riffChunk("EXIF", options.exif)] : []),
  ]);
}

function animationFrame(frame: RgbaImage, options: AnimationOptions): Buffer {
  const header = Buffer.alloc(16);
  header.writeUIntLE(frame.width - 1, 6, 3);
  header.writeUIntLE(frame.height - 1, 9, 3);
  header.writeUIntLE(Math.min(options.frameMs, 0xffffff), 12, 3);
  header.writeUInt8(DO_NOT_BLEND, 15);
  const image = readRiffChunks(encodeWebp(frame, options)).filter(({ type }) => IMAGE_CHUNKS.includes(type));
  return Buffer.concat([header, ...image.map(({ type, data }) => riffChunk(type, data))]);
}

const IMAGE_CHUNKS = ["ALPH", "VP8 ", "VP8L"];

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a RIFF file in order, without a truncated last one. `from` is the offset of the first chunk. */
export function readRiffChunks(file: Buffer, from = 12): Chunk[] {
  const found: Chunk[] = [];
  for (let at = from; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > file.length) break;
    found.push({ type: file.toString("latin1", at, at + 4), data: file.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return found;
}

/** A RIFF file with the form type WEBP. */
export function riffFile(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), ...chunks]);
  const header = Buffer.alloc(8);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** A chunk: FourCC, length, data, and a padding byte after an odd length. */
export function riffChunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(8 + data.length + (data.length % 2));
  out.write(type, 0, "latin1");
  out.writeUInt32LE(data.length, 4);
  out.set(data, 8);
  return out;
}
