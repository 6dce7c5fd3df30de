// Why a prompt waits.

/** Why a queued prompt of a backend with the facet `members` does not run yet. */
export interface PromptWait {
  /**
   * - `turn`: the members that can run it run others first.
   * - `paused`: a person has paused the backend.
   * - `draining`: a person has drained the members that can run it.
   * - `unreachable`: the members that can run it do not answer, or are drained.
   * - `unable`: no member has what it needs.
   */
  readonly why: "turn" | "paused" | "draining" | "unreachable" | "unable";
  /** The members, and what they lack, in words for people. */
  readonly detail: string;
}
