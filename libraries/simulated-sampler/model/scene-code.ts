// Encodes scene parameters in the fourth latent channel as a sum of low-frequency cosine waves, one per parameter. The waves
// are orthogonal: a projection onto them recovers the parameters, and noise averages out.
import { PARAMETERS } from "../scene/scene-parameters.js";
import { cosine } from "../scene/wave.js";

/**
 * The amplitude that encodes the value 1 of a parameter. It is small compared with the noise, so that the seed decides
 * the composition.
 */
export const CODE_AMPLITUDE = 0.05;

/** Size of the latent, in cells. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

const FREQUENCIES = 7;

/** The vertical and the horizontal frequency of each parameter, the lowest first. */
const frequencies: readonly (readonly [vertical: number, horizontal: number])[] = Array.from(
  { length: FREQUENCIES * FREQUENCIES },
  (_, i) => [Math.trunc(i / FREQUENCIES), i % FREQUENCIES] as const,
)
  .sort(([a, b], [c, d]) => a + b - (c + d) || a - c)
  .slice(0, PARAMETERS);

/** Whether a latent of this size has room for a parameter. */
export const hasRoomFor = (size: CellSize, parameter: number): boolean => {
  const [vertical, horizontal] = frequencies[parameter] ?? [Infinity, Infinity];
  return vertical < size.height && horizontal < size.width;
};

/** Reads all parameters from a channel; parameters without room are 0. */
export function readSceneCode(channel: Float32Array, size: CellSize): Float64Array {
  const [rows, columns] = [wavesOf(size.height), wavesOf(size.width)];
  const partial = new Float64Array(size.height * FREQUENCIES);
  for (let y = 0; y < size.height; y += 1) {
    for (let f = 0; f < FREQUENCIES; f += 1) {
      let total = 0;
      for (let x = 0; x < size.width; x += 1) {
        total += (channel[y * size.width + x] as number) * (columns[f * size.width + x] as number);
      }
      partial[y * FREQUENCIES + f] = total;
    }
  }
  const scale = 1 / (size.width * size.height * CODE_AMPLITUDE);
  return Float64Array.from(frequencies, ([vertical, horizontal], parameter) => {
    if (!hasRoomFor(size, parameter)) return 0;
    let total = 0;
    for (let y = 0; y < size.height; y += 1) {
      total +=
        (partial[y * FREQUENCIES + horizontal] as number) * (rows[vertical * size.height + y] as number);
    }
    return total * scale;
  });
}

/** The channel that encodes exactly these parameters. */
export function writeSceneCode(code: Float64Array, size: CellSize): Float32Array {
  const [rows, columns] = [wavesOf(size.height), wavesOf(size.width)];
  const channel = new Float32Array(size.width * size.height);
  const mixed = new Float64Array(FREQUENCIES);
  for (let y = 0; y < size.height; y += 1) {
    mixed.fill(0);
    frequencies.forEach(([vertical, horizontal], parameter) => {
      if (!hasRoomFor(size, parameter)) return;
      const amount = (code[parameter] as number) * CODE_AMPLITUDE;
      mixed[horizontal] =
        (mixed[horizontal] as number) + amount * (rows[vertical * size.height + y] as number);
    });
    for (let x = 0; x < size.width; x += 1) {
      let total = 0;
      for (let f = 0; f < FREQUENCIES; f += 1)
        total += (mixed[f] as number) * (columns[f * size.width + x] as number);
      channel[y * size.width + x] = total;
    }
  }
  return channel;
}

/** Values of the seven waves at the cell centers; each has a mean square of 1. */
function wavesOf(cells: number): Float64Array {
  const waves = new Float64Array(FREQUENCIES * cells);
  for (let f = 0; f < FREQUENCIES; f += 1) {
    for (let i = 0; i < cells; i += 1) {
      waves[f * cells + i] = f === 0 ? 1 : Math.SQRT2 * cosine((f * (i + 0.5)) / (2 * cells));
    }
  }
  return waves;
}
