// Previews: the colour channels of a latent as a picture, without the decoder. They are made as the planes of a JPEG
// file, whose colours are coarser than its lightness.
import type { JpegPlanes } from "@pictor/images";
import { channelsToColours } from "./color-channels.js";
import { block, type LatentBatch } from "./latent.js";

/** Longest side of a preview in pixels, whatever the picture's size. */
const LONGEST_SIDE = 512;

/** The first picture of a batch, scaled up or down to fit; smooth between cells. */
export function latentPreview(latents: LatentBatch): JpegPlanes {
  const cells = { width: latents.width, height: latents.height };
  const count = cells.width * cells.height;
  const scale = LONGEST_SIDE / Math.max(cells.width, cells.height);
  const width = Math.max(1, Math.round(cells.width * scale));
  const height = Math.max(1, Math.round(cells.height * scale));
  const rgb = channelsToColours(block(latents, 0), count);
  const [luma, blue, red] = [0, 1, 2].map(() => new Float32Array(count)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < count; i += 1) {
    const r = byte(rgb[i * 3]);
    const g = byte(rgb[i * 3 + 1]);
    const b = byte(rgb[i * 3 + 2]);
    const light = 0.299 * r + 0.587 * g + 0.114 * b;
    luma[i] = light;
    blue[i] = 128 + (b - light) * 0.564;
    red[i] = 128 + (r - light) * 0.713;
  }
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  return {
    width,
    height,
    luma: stretched(luma, cells, { width, height }),
    blue: stretched(blue, cells, half),
    red: stretched(red, cells, half),
  };
}

const byte = (value: number | undefined): number => Math.min(Math.max((value ?? 0) * 255, 0), 255);

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Linear resampling of one plane: each row from its two nearest, then along it. */
function stretched(plane: Float32Array, from: Size, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height);
  const line = new Float32Array(from.width);
  const columns = placesOf(from.width, to.width);
  const rows = placesOf(from.height, to.height);
  for (let y = 0; y < to.height; y += 1) {
    const [above, below] = [(rows.low[y] as number) * from.width, (rows.high[y] as number) * from.width];
    const part = rows.part[y] as number;
    for (let x = 0; x < from.width; x += 1) {
      const value = plane[above + x] as number;
      line[x] = value + ((plane[below + x] as number) - value) * part;
    }
    for (let x = 0; x < to.width; x += 1) {
      const value = line[columns.low[x] as number] as number;
      out[y * to.width + x] =
        value + ((line[columns.high[x] as number] as number) - value) * (columns.part[x] as number);
    }
  }
  return out;
}

interface Places {
  readonly low: Uint16Array;
  readonly high: Uint16Array;
  readonly part: Float32Array;
}

/** By target point, its two nearest source points and how far it lies between them. */
function placesOf(from: number, to: number): Places {
  const at = Float32Array.from({ length: to }, (_, i) =>
    Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1),
  );
  const low = Uint16Array.from(at, Math.floor);
  const high = Uint16Array.from(low, (place) => Math.min(place + 1, from - 1));
  return { low, high, part: at.map((place, i) => place - (low[i] as number)) };
}
