// Renders the motifs of a scene, from far to near.
import type { SceneParameter } from "../scene/scene-parameters.js";
import type { Canvas } from "../landscape/canvas.js";
import { balloon, birds, kite } from "./flying-objects.js";
import { castle, city, houses } from "./buildings.js";
import { blossom, cactus, palm } from "./plants.js";
import { boat, lighthouse } from "./seaside.js";
import { volcano } from "./volcano.js";
import { rain, snowfall } from "./weather.js";

const motifs: readonly (readonly [SceneParameter, (canvas: Canvas) => void])[] = [
  ["volcano", volcano],
  ["city", city],
  ["castle", castle],
  ["house", houses],
  ["cactus", cactus],
  ["boat", boat],
  ["lighthouse", lighthouse],
  ["palm", palm],
  ["balloon", balloon],
  ["birds", birds],
  ["kite", kite],
  ["blossom", blossom],
  ["rain", rain],
  ["snow", snowfall],
];

export function renderMotifs(canvas: Canvas): void {
  for (const [parameter, draw] of motifs) {
    const shown = canvas.scene.shows(parameter);
    if (shown > 0.01) draw({ ...canvas, opacity: shown });
  }
}
