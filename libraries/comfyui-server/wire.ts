// The entry @pictor/comfyui-server/wire: what a server of ComfyUI's protocol sends and reads, without the server itself.

export { dispositionHeader, servedTypeOf } from "./http/disposition.js";
export { fileReply } from "./http/file-reply.js";
export { finishedJob, jobStatuses, queuedJob, type Job } from "./jobs/job.js";
export { listJobs, readJobQuery } from "./jobs/list-jobs.js";
export { withoutCredentials } from "./prompts/extra-data.js";
export type { HistoryEntry, HistoryMessage } from "./prompts/history.js";
export type { QueueItem } from "./prompts/queue.js";
export { previewFrame, previewFrameWithMetadata } from "./runs/preview-frame.js";
export { renderImage, requestedRendering } from "./routes/render-image.js";
export { createProgressState, type ProgressState } from "./runs/progress-state.js";
export { withAlphaOf } from "./uploads/alpha.js";
export { withForm, type Form, type StagedFile } from "./uploads/multipart-form.js";
