// A problem of a prompt as data: its place, what was found, what was expected, and what to do.

/** Offsets in the prompt in UTF-16 code units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export type PromptProblemKind =
  | "invalid-token"
  | "type-expected"
  | "separator-expected"
  | "name-expected"
  | "weight-expected"
  | "unexpected-end"
  | "unknown-type"
  | "bad-weight"
  | "too-deep"
  | "too-long"
  | "too-many"
  | "unknown-wildcard"
  | "unreadable-wildcard"
  | "wildcard-cycle"
  | "networks-unusable";

export interface PromptProblem extends TextSpan {
  readonly kind: PromptProblemKind;
  /** Noun phrase that completes "found ...". */
  readonly found: string;
  /** Noun phrase that completes "expected ...". */
  readonly expected: string;
  /** Sentences that say what to do. */
  readonly advice: string;
}

/** The result of parsing or resolving a prompt that has a problem. */
export interface PromptFailure {
  readonly problem: PromptProblem;
  /** For a choice without an end: the offsets of its `{` and of each choice in it that has no end either. */
  readonly openBraces?: readonly number[];
}

export const promptFailure = (
  kind: PromptProblemKind,
  { start, end }: TextSpan,
  found: string,
  expected: string,
  advice: string,
): PromptFailure => ({ problem: { kind, start, end, found, expected, advice } });
