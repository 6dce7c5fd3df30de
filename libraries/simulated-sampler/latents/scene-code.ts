// Encodes the parameters of a scene in the fourth channel of a latent: the channel has a grid of five by five tiles, and the
// mean of a tile is a parameter. Noise averages out over the cells of a tile, and a latent keeps its scene when it is resized.
import type { Raster } from "@pictor/images";
import { PARAMETERS } from "../scene/parameters.js";
import { CHANNELS } from "./latent.js";

const TILES = 5;

/**
 * The value of a cell that encodes the value 1 of a parameter. It is small compared with the noise, so that the seed decides
 * the composition.
 */
const AMPLITUDE = 0.25;

type CellSize = Pick<Raster, "width" | "height">;

const tileOf = ({ width, height }: CellSize, cell: number): number =>
  Math.trunc((Math.trunc(cell / width) * TILES) / height) * TILES +
  Math.trunc(((cell % width) * TILES) / width);

/** How many cells each tile has: none in a latent that is smaller than the grid, for some tiles. */
function cellsPerTile(size: CellSize): Float64Array {
  const counts = new Float64Array(PARAMETERS);
  for (let cell = 0; cell < size.width * size.height; cell += 1) {
    const tile = tileOf(size, cell);
    counts[tile] = (counts[tile] as number) + 1;
  }
  return counts;
}

/** The standard deviation that noise of level `sigma` gives to each parameter; infinite for one without cells. */
export const codeNoise = (size: CellSize, sigma: number): Float64Array =>
  cellsPerTile(size).map((cells) => (cells === 0 ? Infinity : sigma / (AMPLITUDE * Math.sqrt(cells))));

/** The parameters of a latent; those without cells are 0. */
export function readSceneCode(latent: Raster): Float64Array {
  const sums = new Float64Array(PARAMETERS);
  for (let cell = 0; cell < latent.width * latent.height; cell += 1) {
    const tile = tileOf(latent, cell);
    sums[tile] = (sums[tile] as number) + (latent.values[cell * CHANNELS + 3] as number);
  }
  const counts = cellsPerTile(latent);
  return sums.map((sum, tile) => sum / Math.max(1, counts[tile] as number) / AMPLITUDE);
}

/** The value of a cell's fourth channel that encodes these parameters. */
export const sceneCodeAt = (values: Float64Array, size: CellSize, cell: number): number =>
  (values[tileOf(size, cell)] as number) * AMPLITUDE;
