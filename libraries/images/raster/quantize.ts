// Fewer colours: a palette by median cut, and three ways to come near the others.
import { mapValues, withChannels, type Check, type Raster } from "./raster.js";

type Colour = readonly [number, number, number];

/** Dither is "none", "floyd-steinberg" or "bayer-2" to "bayer-16". */
export function quantized(
  raster: Raster,
  colours: number,
  dither: string,
  check: Check = () => undefined,
): Raster {
  const picture = withChannels(raster, 3);
  const palette = medianCut(picture, colours);
  const order = Number(/^bayer-(\d+)$/.exec(dither)?.[1] ?? 0);
  if (order > 0) return nearestOf(bayered(picture, order, 2 / palette.length), palette, check);
  return dither === "none" ? nearestOf(picture, palette, check) : diffused(picture, palette, check);
}

/** At most so many samples decide about the palette. */
const MOST_SAMPLES = 65_536;

function medianCut({ values }: Raster, colours: number): Colour[] {
  const stride = Math.max(1, Math.ceil(values.length / 3 / MOST_SAMPLES));
  const samples = Array.from({ length: Math.ceil(values.length / 3 / stride) }, (_, i): Colour => {
    const at = i * stride * 3;
    return [values[at] as number, values[at + 1] as number, values[at + 2] as number];
  });
  const boxes = [samples];
  while (boxes.length < colours) {
    const spans = boxes.map((box) => widestSide(box).span);
    const widest = spans.indexOf(Math.max(...spans));
    const box = boxes[widest] as Colour[];
    const { channel, span } = widestSide(box);
    if (span === 0) break;
    const sorted = box.toSorted((a, b) => (a[channel] as number) - (b[channel] as number));
    const middle = Math.max(1, sorted.length >> 1);
    boxes.splice(widest, 1, sorted.slice(0, middle), sorted.slice(middle));
  }
  return boxes.map(
    (box) =>
      [0, 1, 2].map((c) =>
        byte(box.reduce((sum, colour) => sum + (colour[c] as number), 0) / box.length),
      ) as unknown as Colour,
  );
}

const byte = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 255) / 255;

interface Side {
  readonly channel: number;
  readonly span: number;
}

/** The channel in which the colours of a box differ most, and how much. */
function widestSide(box: readonly Colour[]): Side {
  const spans = [0, 1, 2].map((c) => {
    let [low, high] = [Infinity, -Infinity];
    for (const colour of box) {
      low = Math.min(low, colour[c] as number);
      high = Math.max(high, colour[c] as number);
    }
    return high - low;
  });
  const span = Math.max(...spans);
  return { channel: spans.indexOf(span), span: box.length < 2 ? 0 : span };
}

function nearest(palette: readonly Colour[], r: number, g: number, b: number): Colour {
  let [best, least] = [palette[0] as Colour, Infinity];
  for (const colour of palette) {
    const distance = (colour[0] - r) ** 2 + (colour[1] - g) ** 2 + (colour[2] - b) ** 2;
    if (distance < least) [best, least] = [colour, distance];
  }
  return best;
}

function nearestOf(picture: Raster, palette: readonly Colour[], check: Check): Raster {
  const values = new Float32Array(picture.values.length);
  for (let i = 0; i < values.length; i += 3) {
    if (i % 65_536 === 0) check();
    const [r, g, b] = picture.values.subarray(i, i + 3) as unknown as Colour;
    values.set(nearest(palette, r, g, b), i);
  }
  return { ...picture, values };
}

/** Adds an ordered pattern before the nearest colour is taken. */
function bayered(picture: Raster, order: number, spread: number): Raster {
  return mapValues(picture, (value, i) => {
    const pixel = Math.trunc(i / 3);
    const [x, y] = [pixel % picture.width, Math.trunc(pixel / picture.width)];
    return Math.min(Math.max(value + spread * (bayer(x % order, y % order, order) - 0.5), 0), 1);
  });
}

/** The threshold of one place in a Bayer matrix, 0 to 1: the bits of x and of x ⊕ y, interleaved, lowest first. */
function bayer(x: number, y: number, order: number): number {
  let value = 0;
  for (let bit = 1; bit < order; bit *= 2) {
    const pair = (((x ^ y) & bit) === 0 ? 0 : 2) + ((y & bit) === 0 ? 0 : 1);
    value = value * 4 + pair;
  }
  return value / (order * order);
}

/** Floyd and Steinberg: what a pixel's colour misses goes to its neighbours. */
function diffused(picture: Raster, palette: readonly Colour[], check: Check): Raster {
  const { width, height } = picture;
  const values = picture.values.slice();
  for (let y = 0; y < height; y += 1) {
    if (y % 16 === 0) check();
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [r, g, b] = values.subarray(at, at + 3) as unknown as Colour;
      const colour = nearest(palette, r, g, b);
      for (let c = 0; c < 3; c += 1) {
        const missed = (values[at + c] as number) - (colour[c] as number);
        const give = (dx: number, dy: number, part: number): void => {
          if (x + dx < 0 || x + dx >= width || y + dy >= height) return;
          const to = at + (dy * width + dx) * 3 + c;
          values[to] = (values[to] as number) + missed * part;
        };
        give(1, 0, 7 / 16);
        give(-1, 1, 3 / 16);
        give(0, 1, 5 / 16);
        give(1, 1, 1 / 16);
        values[at + c] = colour[c] as number;
      }
    }
  }
  return { ...picture, values };
}
