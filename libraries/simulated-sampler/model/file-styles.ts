// The effect of simulated model files, which exist by name only: scene values that are added to every prompt.
import { hashText } from "../sampler/random.js";
import { sceneParameters, type SceneValues, type SceneParameter } from "../scene/scene-parameters.js";

/** The style of checkpoints and diffusion models by a word in the file name; other files have no style. */
const styles: readonly (readonly [word: string, style: SceneValues])[] = [
  ["abstract", { abstract: 1 }],
  ["ink", { ink: 1 }],
];

export const styleOfFile = (file: string): SceneValues =>
  styles.find(([word]) => file.includes(word))?.[1] ?? {};

/** The scene values that LoRAs and hypernetworks add, by a word in the file name. */
const sceneValuesByWord: readonly (readonly [word: string, evidence: SceneValues])[] = [
  ["golden-hour", { warmth: 0.9, sunY: -0.5, daylight: -0.2 }],
  ["winter", { snow: 0.9, lush: -0.5 }],
  ["pastel", { vividness: -0.35, fog: 0.25 }],
];

/**
 * The scene values that a LoRA or hypernetwork adds. Without a known word in the file name, the values are
 * pseudo-random, from a hash of the name.
 */
export function sceneValuesOfFile(file: string): SceneValues {
  const known = sceneValuesByWord.find(([word]) => file.includes(word))?.[1];
  if (known) return known;
  const free = sceneParameters.filter((name) => /^(warmth|relief|cloud|hue|lush|autumn|fog)$/.test(name));
  return Object.fromEntries(
    free.map((name) => [name, (hashText(`${file}/${name}`) / 0xffffffff - 0.5) * 0.8]),
  );
}

/** `base` plus `strength` times `added`. */
export function addSceneValues(base: SceneValues, added: SceneValues, strength: number): SceneValues {
  const sum: Partial<Record<SceneParameter, number>> = { ...base };
  for (const name of Object.keys(added) as SceneParameter[]) {
    sum[name] = (sum[name] ?? 0) + strength * (added[name] ?? 0);
  }
  return sum;
}
