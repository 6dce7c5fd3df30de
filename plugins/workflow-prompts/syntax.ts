// What a prompt consists of once it is read.

import type { Span } from "./problem.js";

/** Text in source form: escapes still stand in it, comments do not. */
export interface Text {
  readonly kind: "text";
  readonly source: string;
}
/** `<lora:name:weight:clipWeight>`: changes the loaded models. */
export interface Network extends Span {
  readonly kind: "network";
  /** As it was written. */
  readonly source: string;
  /** File as the person calls it. */
  readonly name: string;
  /** For the model; default 1. */
  readonly weight: number;
  /** For the text encoder; default: as `weight`. */
  readonly clipWeight: number;
}
/** `<embedding:name:weight>`: words that the text encoder has learned. */
export interface Embedding extends Span {
  readonly kind: "embedding";
  readonly source: string;
  readonly name: string;
  /** A decimal in digits, as it was written. */
  readonly weight?: string;
}
export interface Option {
  /** At least 0; the share of the whole is how often it is chosen. */
  readonly weight: number;
  readonly parts: readonly Part[];
}
/** `{a|b}`: one of its options. */
export interface Choice extends Span {
  readonly kind: "choice";
  readonly options: readonly Option[];
}
/** `__name__`: a line of a file. */
export interface Wildcard extends Span {
  readonly kind: "wildcard";
  readonly name: string;
}
export type Part = Text | Network | Embedding | Choice | Wildcard;
