// Encodes WebP files, still or animated (RFC 9649: RIFF container, VP8X, ANIM and ANMF chunks).
import type { RgbaImage } from "./byte-images.js";
import { readRiffChunks, riffChunk, riffFile } from "../formats/riff.js";
import { encodeWebpBytes, webpDefaults } from "./webp-codec.js";

export interface WebpOptions {
  /** Quality, 0 to 100; default 80. For a lossless file it affects only the size. */
  readonly quality?: number;
  readonly lossless?: boolean;
  /** Effort of the compression, 0 (fastest) to 6 (smallest file); default 4. */
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
    // The background is transparent black; loop count 0 repeats without end.
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
