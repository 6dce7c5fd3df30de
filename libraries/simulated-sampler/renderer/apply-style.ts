// Post-processing of the rendered scene: color strength, and the mosaic and ink styles of the checkpoints.
import { clamp, mix, smoothstep, type Rgb } from "../landscape/color-math.js";
import { lattice, noise2 } from "../landscape/value-noise.js";
import type { Scene } from "../landscape/scene.js";

export interface RenderedPixels {
  /** The pixels as interleaved red, green and blue; changed in place. */
  readonly rgb: Float32Array;
  readonly width: number;
  readonly height: number;
  /** Size of a pixel in scene units. */
  readonly pixel: number;
}

export function applyStyle(pixels: RenderedPixels, scene: Scene): void {
  const mosaic = smoothstep(0.4, 0.8, scene.raw("abstract"));
  if (mosaic > 0.01) applyMosaic(pixels, mosaic);
  applyVividness(pixels, scene.vividness);
  const ink = smoothstep(0.3, 0.8, scene.raw("ink"));
  if (ink > 0.01) applyInk(pixels, ink);
}

const luminance = (r: number, g: number, b: number): number => 0.3 * r + 0.59 * g + 0.11 * b;

/** Sets saturation and contrast by the vividness: low at 0 (no prompt), natural at 1, exaggerated above 1. */
function applyVividness({ rgb }: RenderedPixels, vividness: number): void {
  const saturation = mix(0.42, 1.12, smoothstep(0, 1.1, vividness)) + 0.7 * clamp(vividness - 1.15, 0, 1);
  const contrast = mix(0.72, 1.05, smoothstep(0, 1.05, vividness)) + 0.5 * clamp(vividness - 1.15, 0, 1);
  for (let i = 0; i < rgb.length; i += 3) {
    const gray = luminance(rgb[i] as number, rgb[i + 1] as number, rgb[i + 2] as number);
    for (let c = 0; c < 3; c += 1) {
      const colored = gray + ((rgb[i + c] as number) - gray) * saturation;
      rgb[i + c] = 0.48 + (colored - 0.48) * contrast;
    }
  }
}

/** A mosaic like leaded glass: each pixel has the color at the center of its Voronoi cell. */
function applyMosaic({ rgb, width, height, pixel }: RenderedPixels, strength: number): void {
  const source = rgb.slice();
  const size = 0.045;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [(column + 0.5) * pixel, (row + 0.5) * pixel];
      const { centerX, centerY, border } = nearestCell(x / size, y / size);
      const fromColumn = clamp(Math.floor((centerX * size) / pixel), 0, width - 1);
      const fromRow = clamp(Math.floor((centerY * size) / pixel), 0, height - 1);
      const lead = smoothstep(0.02, 0.02 + Math.max(0.06, (1.5 * pixel) / size), border);
      const shade = (0.93 + 0.14 * lattice(fromColumn, fromRow, 7)) * mix(0.45, 1, lead);
      for (let c = 0; c < 3; c += 1) {
        const at = (row * width + column) * 3 + c;
        rgb[at] = mix(
          source[at] as number,
          (source[(fromRow * width + fromColumn) * 3 + c] as number) * shade,
          strength,
        );
      }
    }
  }
}

function nearestCell(x: number, y: number): { centerX: number; centerY: number; border: number } {
  let [centerX, centerY, first, second] = [x, y, Infinity, Infinity];
  for (let cellY = Math.floor(y) - 1; cellY <= Math.floor(y) + 1; cellY += 1) {
    for (let cellX = Math.floor(x) - 1; cellX <= Math.floor(x) + 1; cellX += 1) {
      const px = cellX + 0.15 + 0.7 * lattice(cellX, cellY, 251);
      const py = cellY + 0.15 + 0.7 * lattice(cellX, cellY, 252);
      const distance = Math.sqrt((px - x) * (px - x) + (py - y) * (py - y));
      if (distance < first) [centerX, centerY, second, first] = [px, py, first, distance];
      else if (distance < second) second = distance;
    }
  }
  return { centerX, centerY, border: second - first };
}

const PAPER: Rgb = [0.955, 0.935, 0.885];
const INK: Rgb = [0.09, 0.1, 0.14];

/** Ink wash on paper: stepped tones, contours at changes of lightness, and little color. */
function applyInk({ rgb, width, height, pixel }: RenderedPixels, strength: number): void {
  const tones = Float32Array.from({ length: width * height }, (_, i) =>
    luminance(rgb[i * 3] as number, rgb[i * 3 + 1] as number, rgb[i * 3 + 2] as number),
  );
  const reach = Math.max(1, Math.round(0.0025 / pixel));
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const i = row * width + column;
      const tone = tones[i] as number;
      const right = tones[row * width + Math.min(width - 1, column + reach)] as number;
      const down = tones[Math.min(height - 1, row + reach) * width + column] as number;
      const contour = smoothstep(0.03, 0.2, Math.abs(tone - right) + Math.abs(tone - down));
      const bleed = noise2(column * pixel * 30, row * pixel * 30, 261) - 0.5;
      const scaled = clamp(tone * 1.15 + 0.06 * bleed) * 5;
      const step = (Math.floor(scaled) + smoothstep(0.25, 0.75, scaled - Math.floor(scaled))) / 5;
      const wash = clamp(mix(1 - step, 1 - tone, 0.35) * 0.92 + 0.45 * contour);
      for (let c = 0; c < 3; c += 1) {
        const color = 0.16 * ((rgb[i * 3 + c] as number) - tone);
        rgb[i * 3 + c] = mix(
          rgb[i * 3 + c] as number,
          mix(PAPER[c] as number, INK[c] as number, wash) + color,
          strength,
        );
      }
    }
  }
}
