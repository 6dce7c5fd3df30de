// Why a prompt or a job waits.

/** Why a queued prompt of a backend with the facet `members` does not run yet, or why a job is `waiting`. */
export interface PromptWait {
  /**
   * - `turn`: the members that can run it run others first.
   * - `paused`: a person has paused the backend, or the owner of the prompt.
   * - `limit`: as many prompts of its owner run as its quota allows.
   * - `draining`: a person has drained the members that can run it.
   * - `unreachable`: the members that can run it do not answer, or are drained.
   * - `unable`: no member has what it needs.
   * - `time`: the time of the job has not come. Never of a prompt.
   * - `retry`: a batch has failed, and is tried again later. Never of a prompt.
   */
  readonly why: "turn" | "paused" | "limit" | "draining" | "unreachable" | "unable" | "time" | "retry";
  /** What the owner or the members have or lack, the time, or the failure, in words for people. */
  readonly detail: string;
}
