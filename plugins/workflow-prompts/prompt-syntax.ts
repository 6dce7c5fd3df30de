// The parts of a parsed prompt.

import type { TextSpan } from "./prompt-problem.js";

/** Text as written: with escapes, without comments. */
export interface TextPart {
  readonly kind: "text";
  readonly source: string;
}
/** A tag `<lora:name:weight:clipWeight>`, which applies a LoRA to the loaded models. */
export interface LoraTag extends TextSpan {
  readonly kind: "lora";
  /** The text of the tag as the user wrote it. */
  readonly source: string;
  /** Name of the LoRA file as the user wrote it. */
  readonly name: string;
  /** Strength for the model; default 1. */
  readonly weight: number;
  /** Strength for the text encoder; default: as `weight`. */
  readonly clipWeight: number;
}
/** A tag `<embedding:name:weight>`: a textual inversion embedding for the text encoder. */
export interface EmbeddingTag extends TextSpan {
  readonly kind: "embedding";
  /** The text of the tag as the user wrote it. */
  readonly source: string;
  readonly name: string;
  /** The weight as the user wrote it: a decimal number. */
  readonly weight?: string;
}
export interface ChoiceOption {
  /** Weight of the option, at least 0. The probability of the option is its share of the sum of all weights. */
  readonly weight: number;
  readonly parts: readonly PromptPart[];
}
/** A choice such as `{a|b}`, which becomes one of its options. */
export interface Choice extends TextSpan {
  readonly kind: "choice";
  readonly options: readonly ChoiceOption[];
}
/** A wildcard such as `__name__`, which becomes a line of a wildcard file. */
export interface WildcardReference extends TextSpan {
  readonly kind: "wildcard";
  readonly name: string;
}
export type PromptPart = TextPart | LoraTag | EmbeddingTag | Choice | WildcardReference;
