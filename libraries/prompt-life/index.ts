// @pictor/prompt-life: the life of a prompt on a server.

export { subscribeWithin, untilStarted } from "./calls/server-start.js";
export { withLimit, type Limit } from "./calls/with-limit.js";
export { startStopwatch } from "./calls/stopwatch.js";
export { cancelUntilEnded } from "./cancel/cancel-until-ended.js";
export { followPrompt, type FollowOutcome, type PromptFollower } from "./follow/follow-prompt.js";
export type { EndRecord, FollowLoss, PromptLoss } from "./follow/following.js";
export { catalogMsOf, limitsOf, longestRoundMs, promptLimits, type PromptLimits } from "./limits.js";
export { ServerPrompt, type PromptEvent, type PromptOutcome } from "./run/server-prompt.js";
export { recognizable } from "./submit/find-prompt.js";
export { sendNoted, type NoteSent } from "./submit/send-noted.js";
export { findSubmitted, submitOnce } from "./submit/submit-once.js";
export { mayHaveArrived, type SubmissionLoss, type SubmissionOutcome } from "./submit/submission.js";
export { untilSeen } from "./submit/until-seen.js";
