// Composes the final image from the rendered scene and the residue and texture of the latent, with contrast, grain and
// dithering to bytes.
import type { RgbImage } from "@pictor/images";
import { splineWeights, type SplineWeights } from "./upsample-cells.js";

export interface RenderedScene {
  readonly width: number;
  readonly height: number;
  /** The pixels as interleaved red, green and blue, 0 to 1. */
  readonly rgb: Float32Array;
  /** Opacity of the scene, 0 to 1. */
  readonly presence: number;
}

/** Fields at cell resolution that are added to the rendered scene. */
export interface CellFields {
  readonly width: number;
  readonly height: number;
  /** Color differences as interleaved red, green and blue. */
  readonly residue: Float32Array;
  /** Lightness variation, about -1 to 1. */
  readonly texture: Float32Array;
}

const TEXTURE = 0.012;
const GRAIN = 0.009;

export function composeImage(raster: RenderedScene, fields: CellFields, contrast: number): RgbImage {
  const { width, height, rgb, presence } = raster;
  const pixels = new Uint8Array(width * height * 3);
  const columns = Array.from({ length: width }, (_, x) => splineWeights(x, width, fields.width));
  const stride = fields.width;
  for (let y = 0; y < height; y += 1) {
    const row = splineWeights(y, height, fields.height);
    for (let x = 0; x < width; x += 1) {
      const column = columns[x] as SplineWeights;
      const overlay = (field: Float32Array, channels: number, channel: number): number => {
        let total = 0;
        for (let j = 0; j < 3; j += 1) {
          const line = (row.cells[j] as number) * stride;
          let along = 0;
          for (let i = 0; i < 3; i += 1) {
            along +=
              (column.parts[i] as number) *
              (field[(line + (column.cells[i] as number)) * channels + channel] as number);
          }
          total += (row.parts[j] as number) * along;
        }
        return total;
      };
      const shade = 1 + TEXTURE * overlay(fields.texture, 1, 0);
      const grain = (hash(x, y) - 0.5) * GRAIN * 2;
      const at = (y * width + x) * 3;
      for (let c = 0; c < 3; c += 1) {
        const painted = presence * (rgb[at + c] as number) * shade + overlay(fields.residue, 3, c);
        const toned = 0.5 + (painted - 0.5) * contrast + grain;
        const value = toned * 255 + dither(x, y, c);
        pixels[at + c] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
  return { width, height, pixels };
}

/** Grain: a fixed pseudo-random number from 0 to 1 for each pixel. */
function hash(x: number, y: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
}

/** Dithers with interleaved gradient noise (Jimenez 2014), which prevents banding in skies. */
function dither(x: number, y: number, channel: number): number {
  const value = 0.06711056 * (x + 17 * channel) + 0.00583715 * y;
  const scaled = 52.9829189 * (value - Math.floor(value));
  return scaled - Math.floor(scaled);
}
