// The effect of simulated model files, which exist by name only: scene values that are added to every prompt.
import type { SceneValues } from "../scene/parameters.js";
import { hashedValues } from "./encode-text.js";

const valuesByWord = (values: Readonly<Record<string, SceneValues>>, file: string): SceneValues | undefined =>
  Object.entries(values).find(([word]) => file.includes(word))?.[1];

/** The style of checkpoints and diffusion models by a word in the file name; other files have no style. */
export const styleOfFile = (file: string): SceneValues =>
  valuesByWord({ abstract: { abstract: 1 }, ink: { ink: 1 } }, file) ?? {};

/** The scene values that LoRAs and hypernetworks add, by a word in the file name. */
const ofLoras: Readonly<Record<string, SceneValues>> = {
  "golden-hour": { warmth: 0.9, sunY: -0.5, daylight: -0.2 },
  winter: { snow: 0.9, lush: -0.5 },
  pastel: { vividness: -0.35, fog: 0.25 },
};

/** Those of a file without a known word in its name are pseudo-random, from a hash of the name. */
export const sceneValuesOfFile = (file: string): SceneValues =>
  valuesByWord(ofLoras, file) ?? hashedValues(file, 0.4);
