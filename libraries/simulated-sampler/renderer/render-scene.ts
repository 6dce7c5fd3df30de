// Renders a scene at any size: sky, land and water per pixel, then the motifs, then the style.
import { landLayers, type LandLayer } from "../landscape/land-layers.js";
import { renderLand } from "../landscape/land-color.js";
import { lightOf } from "../landscape/light.js";
import { blend, clamp, type MutableRgb } from "../landscape/color-math.js";
import { renderMotifs } from "../motifs/render-motifs.js";
import { readScene, type Scene } from "../landscape/scene.js";
import { renderSky, skyOf } from "../landscape/sky.js";
import { applyStyle } from "./apply-style.js";
import { renderWater } from "../landscape/water.js";

/** Returns interleaved red, green and blue, 0 to 1. `code` has one value per scene parameter. */
export function renderScene(code: Float64Array, width: number, height: number): Float32Array {
  const scene = readScene(code, width, height);
  const light = lightOf(scene);
  const pixel = scene.width / width;
  const columns = Float32Array.from({ length: width }, (_, i) => (i + 0.5) * pixel);
  const layers = landLayers(scene, columns, pixel);
  const sky = skyOf(scene, light, pixel);
  const rgb = new Float32Array(width * height * 3);
  const color: MutableRgb = [0, 0, 0];
  const mixed: MutableRgb = [0, 0, 0];

  const aboveWater = (x: number, y: number, out: MutableRgb): void => {
    const column = clamp(Math.round(x / pixel - 0.5), 0, width - 1);
    const ridge = layers.findLast((land) => land.kind === "ridge" && y > (land.top[column] as number));
    if (ridge) renderLand(scene, light, ridge, column, x, y - (ridge.top[column] as number), out);
    else renderSky(sky, x, y, out, false);
  };
  const behindLand = (x: number, y: number, out: MutableRgb): void => {
    if (y > scene.horizon && scene.shore > scene.horizon) renderWater(scene, light, aboveWater, x, y, out);
    else renderSky(sky, x, y, out, true);
  };

  for (let row = 0; row < height; row += 1) {
    const y = (row + 0.5) * pixel;
    for (let column = 0; column < width; column += 1) {
      const x = columns[column] as number;
      const covering = coveringLayer(scene, layers, column, y, pixel);
      const base = layers[covering];
      if (base) renderLand(scene, light, base, column, x, y - (base.top[column] as number), color);
      else behindLand(x, y, color);
      for (let i = covering + 1; i < layers.length; i += 1) {
        const land = layers[i] as LandLayer;
        const cover = coverage(scene, land, column, y, pixel);
        if (cover <= 0) continue;
        renderLand(scene, light, land, column, x, Math.max(0, y - (land.top[column] as number)), mixed);
        blend(color, mixed, cover);
      }
      rgb.set(color, (row * width + column) * 3);
    }
  }
  renderMotifs({ scene, light, rgb, width, height, pixel, layers, shoreline: shoreline(layers, width) });
  applyStyle({ rgb, width, height, pixel }, scene);
  return rgb;
}

/** For each column, the y of the first hill's top edge. The hill hides the water below it. */
function shoreline(layers: readonly LandLayer[], width: number): Float32Array {
  const hills = layers.filter(({ kind }) => kind === "hill");
  return Float32Array.from({ length: width }, (_, i) =>
    Math.min(Infinity, ...hills.map(({ top }) => top[i] as number)),
  );
}

/** The index of the nearest layer that fully covers the point; -1 if there is none. */
function coveringLayer(
  scene: Scene,
  layers: readonly LandLayer[],
  column: number,
  y: number,
  pixel: number,
): number {
  for (let i = layers.length - 1; i >= 0; i -= 1) {
    if (coverage(scene, layers[i] as LandLayer, column, y, pixel) >= 1) return i;
  }
  return -1;
}

/** The share of a pixel that a layer covers, 0 to 1. Ridges end at the water. */
function coverage(scene: Scene, land: LandLayer, column: number, y: number, pixel: number): number {
  const drowned = land.kind === "ridge" && scene.shore > scene.horizon;
  const cover = clamp((y - (land.top[column] as number)) / pixel + 0.5);
  return drowned ? Math.min(cover, clamp((scene.horizon - y) / pixel + 0.5)) : cover;
}
