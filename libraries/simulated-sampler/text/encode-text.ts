// The simulated text encoder: converts a prompt to evidence about the scene, that is, to values of scene parameters.
import { hashText } from "../sampler/random.js";
import {
  PARAMETERS,
  parameterIndex,
  sceneParameters,
  sceneVector,
  type SceneValues,
} from "../scene/scene-parameters.js";
import type { SceneParameter } from "../scene/scene-parameters.js";
import type { Clip, ConditioningEntry } from "../model/node-values.js";
import { weightedWords } from "./tokens.js";
import { evidenceOfWord } from "./vocabulary.js";

/** Words that have no effect. */
const STOP_WORDS = new Set(
  "a an the of in on at over under with and or by to from is into near very".split(" "),
);

/** The parameters that an unknown word may change: composition and tone, never a motif. */
const FREE: readonly SceneParameter[] = sceneParameters.filter((name) =>
  /^(horizon|sun|ridge|motif|scale|hue|cloud|relief|warmth|lush)/.test(name),
);
const FREE_STRENGTH = 0.25;

/** The largest value that a text can give to a parameter. */
const MAX_EVIDENCE = 1.6;
/** The share of the words' effect that each skipped layer replaces by pseudo-random values from a hash of the text. */
const LAYER_LOSS = 0.06;

export function encodeText(text: string, clip: Clip): ConditioningEntry {
  const evidence = new Float64Array(PARAMETERS);
  const words = weightedWords(text).filter(({ word }) => !STOP_WORDS.has(word));
  for (const { word, weight } of words) add(evidence, evidenceOfWord(word) ?? hashedEvidence(word), weight);
  const skipped = -1 - clip.lastLayer;
  const kept = Math.max(0.2, 1 - LAYER_LOSS * skipped);
  for (let k = 0; k < PARAMETERS; k += 1) {
    evidence[k] = Math.max(-MAX_EVIDENCE, Math.min(MAX_EVIDENCE, evidence[k] as number)) * kept;
  }
  if (skipped > 0)
    add(evidence, hashedEvidence(words.map(({ word }) => word).join(" ")), LAYER_LOSS * skipped);
  if (clip.evidence && words.length > 0) add(evidence, clip.evidence, 1);
  const vividness = parameterIndex("vividness");
  if (words.length > 0) evidence[vividness] = (evidence[vividness] as number) + kept;
  return { evidence };
}

function add(target: Float64Array, evidence: SceneValues, weight: number): void {
  const more = sceneVector(evidence);
  for (let k = 0; k < PARAMETERS; k += 1) target[k] = (target[k] as number) + weight * (more[k] as number);
}

/** Small pseudo-random scene values from the hash of a text. */
function hashedEvidence(text: string): SceneValues {
  const push = (name: SceneParameter): number =>
    (hashText(`${text}/${name}`) / 0xffffffff - 0.5) * 2 * FREE_STRENGTH;
  return Object.fromEntries(FREE.map((name) => [name, push(name)]));
}
