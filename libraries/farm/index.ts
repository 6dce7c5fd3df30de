// @pictor/farm: distributing prompts over several servers. Pure functions on records.

export { unionCatalog } from "./catalog/union-catalog.js";
export { modelsKey, modelsOf, needsOf, type Needs } from "./needs/needs.js";
export { describeLack, lacksOf, type Lack } from "./needs/lacks.js";
export { describeLacks, refusedGraph, type Judgement } from "./needs/refusal.js";
export { compareTurns, nextRound, noTurns, serveTurn, takeTurn, type Turn } from "./turns/turns.js";
export { endingOf, noMessages, noteMessage, type RunMessages } from "./endings/run-messages.js";
export { chooseNext, dueAfter } from "./choice/choose-next.js";
export { explainWait, pausedWait, type JudgedMember } from "./choice/explain-wait.js";
export { isWarm } from "./choice/rank-members.js";
export type { MemberView } from "./choice/views.js";
export { unknownMember } from "./members/unknown-member.js";
export { countByOwner, ownerStatuses } from "./owners/owner-status.js";
export { ownerWait, type OwnerState } from "./owners/owner-wait.js";
export { expectedWaitMs, type MeasuredServer } from "./times/expected-wait.js";
export {
  isTimed,
  loadMsOf,
  noteRun,
  noteStep,
  noTimes,
  restMsOf,
  runMsOf,
  stepMsOf,
  type RunTimes,
} from "./times/run-times.js";
