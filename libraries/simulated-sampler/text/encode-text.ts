// The simulated text encoder: converts a prompt to evidence about the scene, that is, to values of scene parameters.
import { hashText } from "../sampling/random.js";
import { clamp } from "../scene/colors.js";
import {
  addSceneValues,
  sceneParameters,
  sceneVector,
  type SceneParameter,
  type SceneValues,
} from "../scene/parameters.js";
import type { Clip, ConditioningEntry } from "../values/node-values.js";
import { weightedWords } from "./tokens.js";
import { valuesOfWord } from "./vocabulary.js";

/** Words that have no effect. */
const STOP_WORDS = new Set(
  "a an the of in on at over under with and or by to from is into near very".split(" "),
);

/** The parameters that an unknown word or file may change: composition and tone, never a motif. */
const FREE: readonly SceneParameter[] = sceneParameters.filter((name) =>
  /^(horizon|sun|ridge|motifX|accent|cloud|relief|warmth|lush)/.test(name),
);

/** The largest value that a text can give to a parameter. */
const MAX_EVIDENCE = 1.6;
/** Limits the effect of a text on a scene parameter to the range that a single prompt can reach. */
export const boundedEvidence = (value: number): number => clamp(value, -MAX_EVIDENCE, MAX_EVIDENCE);
/** The share of its effect that a text loses with each skipped layer. */
const LAYER_LOSS = 0.06;

export function encodeText(text: string, clip: Clip): ConditioningEntry {
  const words = weightedWords(text).filter(({ word }) => !STOP_WORDS.has(word));
  if (words.length === 0) return { evidence: sceneVector() };
  const kept = Math.max(0.2, 1 - LAYER_LOSS * (-1 - clip.lastLayer));
  const told = words.reduce<SceneValues>(
    (sum, { word, weight }) => addSceneValues(sum, valuesOfWord(word) ?? hashedValues(word, 0.25), weight),
    {},
  );
  const bounded = sceneVector(told).map((value) => kept * boundedEvidence(value));
  const added = sceneVector(addSceneValues({ vividness: kept }, clip.evidence ?? {}, 1));
  return { evidence: bounded.map((value, k) => value + (added[k] as number)) };
}

/** Pseudo-random scene values between -`most` and `most`, from a hash of the text. */
export const hashedValues = (text: string, most: number): SceneValues =>
  Object.fromEntries(FREE.map((name) => [name, (hashText(`${text}/${name}`) / 0xffffffff - 0.5) * 2 * most]));
