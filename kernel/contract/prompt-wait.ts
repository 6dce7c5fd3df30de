// Why a prompt or a job waits.

/** Why a queued prompt of a backend with the facet `members` does not run yet, or why a job is `waiting`. */
export interface PromptWait {
  /**
   * - `turn`: the members that can run it run others first.
   * - `paused`: a person has paused the backend.
   * - `draining`: a person has drained the members that can run it.
   * - `unreachable`: the members that can run it do not answer, or are drained.
   * - `unable`: no member has what it needs.
   * - `time`: the time of the job has not come. Never of a prompt.
   * - `retry`: a batch has failed, and is tried again later. Never of a prompt.
   */
  readonly why: "turn" | "paused" | "draining" | "unreachable" | "unable" | "time" | "retry";
  /** The members and what they lack, the time, or the failure, in words for people. */
  readonly detail: string;
}
