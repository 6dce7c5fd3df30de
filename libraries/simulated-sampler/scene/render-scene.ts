// Renders a scene at any size: sky, water and land for each pixel, then what stands in it, then the style.
import { clamp, mix, mixRgb, smoothstep, type Rgb } from "./colors.js";
import { landColor, landLayers, type LandLayer } from "./land.js";
import { withMotifs } from "./motifs.js";
import { readScene, type Scene } from "./scene.js";
import { skyColor } from "./sky.js";
import { lattice } from "./value-noise.js";
import { waterColor } from "./water.js";

/** Returns interleaved red, green and blue, 0 to 1. `values` has one value per scene parameter. */
export function renderScene(values: Float64Array, width: number, height: number): Float32Array {
  const scene = readScene(values, width, height);
  const view = new View(scene, width);
  const style = styleOf(scene);
  const tile = scene.shows("abstract") > 0.5 ? 0.04 : 0;
  const rgb = new Float32Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [(column + 0.5) * view.pixel, (row + 0.5) * view.pixel];
      const point = tile === 0 ? ([x, y] as const) : centerOfTile(x, y, tile);
      const color = style(view.colorAt(...point));
      const at = (row * width + column) * 3;
      [rgb[at], rgb[at + 1], rgb[at + 2]] = color;
    }
  }
  return rgb;
}

/** A scene in a width of pixels. */
class View {
  /** The size of a pixel in units of the scene. */
  readonly pixel: number;
  readonly #scene: Scene;
  readonly #width: number;
  readonly #ridges: readonly LandLayer[];
  readonly #hills: readonly LandLayer[];
  readonly #withMotifs: (x: number, y: number, color: Rgb) => Rgb;

  constructor(scene: Scene, width: number) {
    this.#scene = scene;
    this.#width = width;
    this.pixel = scene.width / width;
    const layers = landLayers(scene, width, this.pixel);
    this.#ridges = layers.filter(({ kind }) => kind === "ridge");
    this.#hills = layers.filter(({ kind }) => kind === "hill");
    this.#withMotifs = withMotifs(scene, this.pixel);
  }

  colorAt(x: number, y: number): Rgb {
    const { horizon, shore } = this.#scene;
    const isWater = y > horizon && shore > horizon;
    return this.#withMotifs(x, y, this.#overLand(x, y, this.#hills, isWater ? "water" : "far"));
  }

  /** The color of the nearest layer that covers a point, or of what is behind all layers. */
  #overLand(
    x: number,
    y: number,
    layers: readonly LandLayer[],
    behind: "water" | "far" | "sky" | "reflected",
  ): Rgb {
    const column = clamp(Math.floor(x / this.pixel), 0, this.#width - 1);
    let nearest = layers.length - 1;
    while (nearest >= 0 && this.#cover(layers[nearest] as LandLayer, column, y) < 1) nearest -= 1;
    const base = layers[nearest];
    let color = base ? this.#landAt(base, x, y, column) : this.#behind(x, y, behind);
    for (let i = nearest + 1; i < layers.length; i += 1) {
      const land = layers[i] as LandLayer;
      const cover = this.#cover(land, column, y);
      if (cover > 0) color = mixRgb(color, this.#landAt(land, x, y, column), cover);
    }
    return color;
  }

  #behind(x: number, y: number, what: "water" | "far" | "sky" | "reflected"): Rgb {
    if (what === "water") return waterColor(this.#scene, x, y, this.#reflected);
    if (what === "far") return this.#overLand(x, y, this.#ridges, "sky");
    return skyColor(this.#scene, x, y, this.pixel, what === "sky");
  }

  readonly #reflected = (x: number, y: number): Rgb =>
    this.#withMotifs(x, y, this.#overLand(x, y, this.#ridges, "reflected"));

  /** The share of a pixel that a layer covers, 0 to 1. */
  #cover({ top }: LandLayer, column: number, y: number): number {
    return clamp((y - (top[column] as number)) / this.pixel + 0.5);
  }

  #landAt(land: LandLayer, x: number, y: number, column: number): Rgb {
    const reach = Math.max(1, Math.round(0.015 / this.pixel));
    const [left, right] = [Math.max(column - reach, 0), Math.min(column + reach, this.#width - 1)];
    const slope = ((land.top[right] as number) - (land.top[left] as number)) / (2 * reach * this.pixel);
    const below = y - (land.top[column] as number);
    return landColor(this.#scene, land, [x, y], below, clamp(slope, -1.5, 1.5));
  }
}

/** The center of the tile that covers a point, in rows of shifted tiles: a mosaic. */
function centerOfTile(x: number, y: number, size: number): readonly [x: number, y: number] {
  const row = Math.floor(y / size);
  const shift = lattice(row, 0, 7);
  return [(Math.floor(x / size + shift) + 0.5 - shift) * size, (row + 0.5) * size];
}

/** Sets saturation and contrast by the vividness: low at 0 (no prompt), natural at 1; `ink` leaves gray tones on paper. */
function styleOf({ raw }: Scene): (color: Rgb) => Rgb {
  const vividness = clamp(raw.vividness, 0, 1.8);
  const ink = smoothstep(0.3, 0.8, raw.ink);
  const saturation = mix(0.42, 1.12, smoothstep(0, 1.1, vividness)) + 0.7 * clamp(vividness - 1.15);
  const contrast = mix(0.72, 1.05, smoothstep(0, 1.05, vividness)) + 0.5 * clamp(vividness - 1.15);
  return (color) => {
    const gray = 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2];
    const vivid = color.map((value) => mix(0.48, mix(gray, value, saturation), contrast));
    const tone = smoothstep(0.1, 0.8, gray);
    return mixRgb(
      vivid as [number, number, number],
      [0.09 + 0.86 * tone, 0.1 + 0.83 * tone, 0.14 + 0.74 * tone],
      ink,
    );
  };
}
