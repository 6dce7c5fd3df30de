// The server side of ComfyUI's protocol, over an engine that runs the prompts.

export type {
  Caller,
  ClientSocket,
  Engine,
  ListedPrompt,
  StoredFile,
  StoredUpload,
  Upload,
} from "./engine/engine.js";
export { promptRefusal, type PromptReceipt, type PromptRefusal } from "./engine/prompt-reply.js";
export { systemStats, type Device } from "./engine/system-stats.js";
export { namedFileIn } from "./files/named-file.js";
export { BodyTooLargeError, contentsOf, isWhole, limitedTo, release, type Body } from "./http/body.js";
export { fileReply } from "./http/file-reply.js";
export { MalformedRequestError } from "./http/malformed-request-error.js";
export { bytes, empty, json, noRoute, serverError, text, tooLarge, type Reply } from "./http/reply.js";
export {
  encodeFrame,
  isForAll,
  message,
  statusMessage,
  type Message,
  type Preview,
} from "./messages/frame.js";
export { nodeProgress, type NodeProgress } from "./messages/progress-state.js";
export { RunMessages } from "./messages/run-messages.js";
export { filterExtraData, withoutCredentials, type ExtraDataFilter } from "./prompts/extra-data.js";
export {
  historyEntry,
  type FinishedPrompt,
  type HistoryEntry,
  type HistoryMessage,
} from "./prompts/history-entry.js";
export { jsonNumber, queueTuple, type QueuedPrompt } from "./prompts/queued-prompt.js";
export { frontEndRoutes } from "./routes/front-end.js";
export { answerBy, isRead, readJsonBody, route, type Route, type RouteRequest } from "./routes/route.js";
export { protocolRoutes } from "./routes/table.js";
export { clientIdIn, openSocket } from "./sockets/open-socket.js";
export type { StagedFile } from "./uploads/multipart-form.js";
