// Time limits of a pool. Tests use shorter ones.

export interface Limits {
  /** Milliseconds within which a member must answer a call. */
  readonly answerMs: number;
  /** Milliseconds without an answer after which a prompt on a member counts as lost. */
  readonly unreachableMs: number;
  /** Milliseconds without an event of a prompt after which its record is read, at first and at most. */
  readonly recordMs: number;
  readonly longestRecordMs: number;
  /** Milliseconds until a prompt that a member does not know is looked up again. */
  readonly recheckMs: number;
  /** Milliseconds for which a record may be missing after its prompt has left the queue of the member. */
  readonly lateRecordMs: number;
  /** Milliseconds for which the queue of a member may stand still before its prompts go to another one. */
  readonly stalledMs: number;
  /** Milliseconds within which the running prompt of a member must be expected to end, so that the member gets a second one. */
  readonly aheadMs: number;
  /** Milliseconds within which all prompts of a member must be expected to end, so that the member gets a third one or more. */
  readonly shortMs: number;
  /** Milliseconds for which a call waits for members that do not answer while others do. */
  readonly patienceMs: number;
  /** Milliseconds after which the description of a node class is read again before a graph is passed on. */
  readonly catalogMs: number;
}

export const defaultLimits: Limits = {
  answerMs: 20_000,
  unreachableMs: 60_000,
  recordMs: 5_000,
  longestRecordMs: 15_000,
  recheckMs: 400,
  lateRecordMs: 2_000,
  stalledMs: 30_000,
  aheadMs: 1_000,
  shortMs: 100,
  patienceMs: 2_000,
  catalogMs: 60_000,
};
