// The server side of ComfyUI's protocol: what a server sends and reads, whatever runs the prompts.

export { renderImage, requestedRendering } from "./files/render-image.js";
export { dispositionHeader, servedTypeOf } from "./http/disposition.js";
export { fileReply } from "./http/file-reply.js";
export { bytes, empty, json, noRoute, serverError, text, tooLarge, type Reply } from "./http/reply.js";
export { finishedJob, queuedJob, type Job } from "./jobs/job.js";
export { listJobs, readJobQuery } from "./jobs/list-jobs.js";
export { previewFrame, previewFrameWithMetadata } from "./messages/preview-frame.js";
export { createProgressState } from "./messages/progress-state.js";
export { filterExtraData, withoutCredentials, type ExtraDataFilter } from "./prompts/extra-data.js";
export {
  historyEntry,
  type FinishedPrompt,
  type HistoryEntry,
  type HistoryMessage,
} from "./prompts/history-entry.js";
export { jsonNumber, queueTuple, type QueuedPrompt } from "./prompts/queued-prompt.js";
export { withAlphaOf } from "./uploads/alpha.js";
export { withForm, type Form, type StagedFile } from "./uploads/multipart-form.js";
