// Rasters, the images and masks that nodes compute with: floating-point values, 0 to 1, channels interleaved, rows top to bottom.
import { opaqueImage, type RgbaImage, type RgbImage } from "../codecs/byte-images.js";

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Values per pixel: 1 in a mask, 3 or 4 in an image. */
  readonly channels: number;
  readonly values: Float32Array;
}

/** Called repeatedly by long operations; throws when the run was interrupted. */
export type InterruptCheck = () => void;

export const blankRaster = (width: number, height: number, channels: number, value = 0): Raster => {
  const values = new Float32Array(width * height * channels);
  return { width, height, channels, values: value === 0 ? values : values.fill(value) };
};

/** A raster of the same size, with each value replaced by `change`. */
export function mapValues(raster: Raster, change: (value: number, index: number) => number): Raster {
  const values = new Float32Array(raster.values.length);
  for (let i = 0; i < values.length; i += 1) values[i] = change(raster.values[i] as number, i);
  return { ...raster, values };
}

/** The raster value of each byte value. */
const fractions = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

export function toRaster({ width, height, pixels }: RgbImage): Raster {
  const values = new Float32Array(width * height * 3);
  for (let i = 0; i < values.length; i += 1) values[i] = fractions[pixels[i] as number] as number;
  return { width, height, channels: 3, values };
}

/** Drops alpha. Like the real server, clips values and truncates them to integers. */
export function toRgb(raster: Raster): RgbImage {
  const { width, height } = raster;
  const { values } = withChannels(raster, 3);
  return { width, height, pixels: bytesOf(values) };
}

export function toRgba(raster: Raster): RgbaImage {
  const { width, height, channels, values } = raster;
  if (channels === 4) return { width, height, rgba: bytesOf(values), hasAlpha: true };
  return opaqueImage(width, height, toRgb(raster).pixels);
}

function bytesOf(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < bytes.length; i += 1) {
    const value = Math.fround(255 * (values[i] as number));
    bytes[i] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
  return bytes;
}

/** Converts the number of channels: repeats gray, adds an alpha of 1, or drops alpha. */
export function withChannels(raster: Raster, channels: number): Raster {
  if (raster.channels === channels) return raster;
  const { width, height, values } = raster;
  const out = new Float32Array(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let c = 0; c < channels; c += 1) {
      const from = raster.channels === 1 && c < 3 ? 0 : c;
      out[pixel * channels + c] =
        from < raster.channels ? (values[pixel * raster.channels + from] as number) : 1;
    }
  }
  return { width, height, channels, values: out };
}

export function extractChannel(raster: Raster, channel: number): Raster {
  const values = new Float32Array(raster.width * raster.height);
  for (let i = 0; i < values.length; i += 1)
    values[i] = raster.values[i * raster.channels + channel] as number;
  return { width: raster.width, height: raster.height, channels: 1, values };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box must lie inside the raster. */
export function cropRaster(raster: Raster, box: Box): Raster {
  const { channels } = raster;
  const out = new Float32Array(box.width * box.height * channels);
  for (let row = 0; row < box.height; row += 1) {
    const from = ((row + box.y) * raster.width + box.x) * channels;
    out.set(raster.values.subarray(from, from + box.width * channels), row * box.width * channels);
  }
  return { width: box.width, height: box.height, channels, values: out };
}

/** A raster of another size; `source` returns the position in `raster` from which the pixel at (x, y) is copied. */
export function remapPixels(
  raster: Raster,
  width: number,
  height: number,
  source: (x: number, y: number) => readonly [x: number, y: number],
): Raster {
  const { channels, values } = raster;
  const out = new Float32Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = source(x, y);
      const from = (fromY * raster.width + fromX) * channels;
      const to = (y * width + x) * channels;
      for (let c = 0; c < channels; c += 1) out[to + c] = values[from + c] as number;
    }
  }
  return { width, height, channels, values: out };
}

/** Pastes `over` onto `under` at (x, y), clipped to `under`. `mask` has the size of `over` and is its opacity. */
export function pasteRaster(under: Raster, over: Raster, x: number, y: number, mask?: Raster): Raster {
  const values = under.values.slice();
  const { channels } = under;
  for (let row = Math.max(0, -y); row < over.height && row + y < under.height; row += 1) {
    for (let column = Math.max(0, -x); column < over.width && column + x < under.width; column += 1) {
      const part = mask ? (mask.values[row * over.width + column] as number) : 1;
      const to = ((row + y) * under.width + column + x) * channels;
      const from = (row * over.width + column) * over.channels;
      for (let c = 0; c < channels; c += 1) {
        const before = values[to + c] as number;
        values[to + c] = before * (1 - part) + (over.values[from + c] as number) * part;
      }
    }
  }
  return { ...under, values };
}
