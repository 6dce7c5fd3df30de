// The parts of a parsed prompt.

import type { TextSpan } from "./prompt-problem.js";

/** Text as written: with escapes, without comments. */
export interface TextPart {
  readonly kind: "text";
  readonly source: string;
}
/** `<lora:name:weight:clipWeight>`: applies a LoRA to the loaded models. */
export interface LoraTag extends TextSpan {
  readonly kind: "lora";
  /** The tag as written. */
  readonly source: string;
  /** File name as the user wrote it. */
  readonly name: string;
  /** Strength for the model; default 1. */
  readonly weight: number;
  /** Strength for the text encoder; default: as `weight`. */
  readonly clipWeight: number;
}
/** `<embedding:name:weight>`: a textual inversion embedding for the text encoder. */
export interface EmbeddingTag extends TextSpan {
  readonly kind: "embedding";
  /** The tag as written. */
  readonly source: string;
  readonly name: string;
  /** A decimal as written. */
  readonly weight?: string;
}
export interface ChoiceOption {
  /** At least 0. The probability of the option is its share of the sum of all weights. */
  readonly weight: number;
  readonly parts: readonly PromptPart[];
}
/** `{a|b}`: one of the options. */
export interface Choice extends TextSpan {
  readonly kind: "choice";
  readonly options: readonly ChoiceOption[];
}
/** `__name__`: a line of a wildcard file. */
export interface WildcardReference extends TextSpan {
  readonly kind: "wildcard";
  readonly name: string;
}
export type PromptPart = TextPart | LoraTag | EmbeddingTag | Choice | WildcardReference;
