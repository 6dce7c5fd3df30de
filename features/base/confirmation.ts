// A question before something is changed or lost.

export interface Confirmation {
  /** A whole question, such as "Remove the profile work?". */
  readonly title: string;
  /** Lines below the question. */
  readonly detail?: readonly string[];
  /** The answer that confirms. */
  readonly choice: string;
  /** The answer that changes nothing. Default: "leave it". */
  readonly safeChoice?: string;
  /** Advice for the case that nobody can be asked. Default: "Give --yes." */
  readonly hint?: string;
}
