// What can be wrong with a prompt, as data: the place, what stands there, what belongs there, what to do.

/** Offsets in the prompt's text, in UTF-16 code units; `end` is the first one behind. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type ProblemKind =
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
  | "unknown-wildcard"
  | "unreadable-wildcard"
  | "wildcard-cycle"
  | "networks-unusable";

export interface Problem extends Span {
  readonly kind: ProblemKind;
  /** Completes "found ...". */
  readonly found: string;
  /** Completes "expected ...". */
  readonly expected: string;
  /** A sentence, or several. */
  readonly advice: string;
}

/** An expected ending of reading: the problem in place of a result. */
export interface Refused {
  readonly problem: Problem;
}

/** Found, expected, and what to do, at a place. */
export const refused = (
  kind: ProblemKind,
  { start, end }: Span,
  found: string,
  expected: string,
  advice: string,
): Refused => ({ problem: { kind, start, end, found, expected, advice } });
