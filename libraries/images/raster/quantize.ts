// Reduces the colors of a raster to a median-cut palette, with or without dithering.
import { mapValues, withChannels, type InterruptCheck, type Raster } from "./raster.js";

type Color = readonly [number, number, number];

/** `dither` is "none", "floyd-steinberg" or "bayer-2" to "bayer-16". */
export function quantizeRaster(
  raster: Raster,
  colors: number,
  dither: string,
  check: InterruptCheck = () => undefined,
): Raster {
  const rgb = withChannels(raster, 3);
  const palette = medianCut(rgb, colors);
  const order = Number(/^bayer-(\d+)$/.exec(dither)?.[1] ?? 0);
  if (order > 0) return mapToPalette(addBayerPattern(rgb, order, 2 / palette.length), palette, check);
  return dither === "none" ? mapToPalette(rgb, palette, check) : ditherFloydSteinberg(rgb, palette, check);
}

/** The number of pixels, at most, from which the palette is computed. */
const MAX_SAMPLES = 65_536;

function medianCut({ values }: Raster, colors: number): Color[] {
  const stride = Math.max(1, Math.ceil(values.length / 3 / MAX_SAMPLES));
  const samples = Array.from({ length: Math.ceil(values.length / 3 / stride) }, (_, i): Color => {
    const at = i * stride * 3;
    return [values[at] as number, values[at + 1] as number, values[at + 2] as number];
  });
  const boxes = [samples];
  while (boxes.length < colors) {
    const spans = boxes.map((box) => widestSide(box).span);
    const widest = spans.indexOf(Math.max(...spans));
    const box = boxes[widest] as Color[];
    const { channel, span } = widestSide(box);
    if (span === 0) break;
    const sorted = box.toSorted((a, b) => (a[channel] as number) - (b[channel] as number));
    const middle = Math.max(1, sorted.length >> 1);
    boxes.splice(widest, 1, sorted.slice(0, middle), sorted.slice(middle));
  }
  return boxes.map(
    (box) =>
      [0, 1, 2].map((c) =>
        roundToByte(box.reduce((sum, color) => sum + (color[c] as number), 0) / box.length),
      ) as unknown as Color,
  );
}

const roundToByte = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 255) / 255;

interface Side {
  readonly channel: number;
  readonly span: number;
}

/** The channel in which the colors of a box have the largest range, and that range. */
function widestSide(box: readonly Color[]): Side {
  const spans = [0, 1, 2].map((c) => {
    let [low, high] = [Infinity, -Infinity];
    for (const color of box) {
      low = Math.min(low, color[c] as number);
      high = Math.max(high, color[c] as number);
    }
    return high - low;
  });
  const span = Math.max(...spans);
  return { channel: spans.indexOf(span), span: box.length < 2 ? 0 : span };
}

function nearestColor(palette: readonly Color[], r: number, g: number, b: number): Color {
  let [best, least] = [palette[0] as Color, Infinity];
  for (const color of palette) {
    const distance = (color[0] - r) ** 2 + (color[1] - g) ** 2 + (color[2] - b) ** 2;
    if (distance < least) [best, least] = [color, distance];
  }
  return best;
}

function mapToPalette(raster: Raster, palette: readonly Color[], check: InterruptCheck): Raster {
  const values = new Float32Array(raster.values.length);
  for (let i = 0; i < values.length; i += 3) {
    if (i % 65_536 === 0) check();
    const [r, g, b] = raster.values.subarray(i, i + 3) as unknown as Color;
    values.set(nearestColor(palette, r, g, b), i);
  }
  return { ...raster, values };
}

/** Dithers with a Bayer pattern (ordered dithering), which is added before the mapping to the palette. */
function addBayerPattern(raster: Raster, order: number, spread: number): Raster {
  return mapValues(raster, (value, i) => {
    const pixel = Math.trunc(i / 3);
    const [x, y] = [pixel % raster.width, Math.trunc(pixel / raster.width)];
    return Math.min(Math.max(value + spread * (bayerThreshold(x % order, y % order, order) - 0.5), 0), 1);
  });
}

/** The threshold at (x, y) of a Bayer matrix, 0 to 1: the bits of x ⊕ y and y, interleaved, lowest first. */
function bayerThreshold(x: number, y: number, order: number): number {
  let value = 0;
  for (let bit = 1; bit < order; bit *= 2) {
    const pair = (((x ^ y) & bit) === 0 ? 0 : 2) + ((y & bit) === 0 ? 0 : 1);
    value = value * 4 + pair;
  }
  return value / (order * order);
}

/** Floyd-Steinberg dithering: distributes the error of each pixel to its neighbors. */
function ditherFloydSteinberg(raster: Raster, palette: readonly Color[], check: InterruptCheck): Raster {
  const { width, height } = raster;
  const values = raster.values.slice();
  for (let y = 0; y < height; y += 1) {
    if (y % 16 === 0) check();
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [r, g, b] = values.subarray(at, at + 3) as unknown as Color;
      const color = nearestColor(palette, r, g, b);
      for (let c = 0; c < 3; c += 1) {
        const error = (values[at + c] as number) - (color[c] as number);
        const spreadError = (dx: number, dy: number, part: number): void => {
          if (x + dx < 0 || x + dx >= width || y + dy >= height) return;
          const to = at + (dy * width + dx) * 3 + c;
          values[to] = (values[to] as number) + error * part;
        };
        spreadError(1, 0, 7 / 16);
        spreadError(-1, 1, 3 / 16);
        spreadError(0, 1, 5 / 16);
        spreadError(1, 1, 1 / 16);
        values[at + c] = color[c] as number;
      }
    }
  }
  return { ...raster, values };
}
