// Every fault as data: its members, what it does, and what counts as one strike. Validation and documentation read this.
import type { FaultKind, FaultOf } from "./fault.js";

export type FieldType = "ms" | "count" | "rate" | "status" | "text" | "yes";

export interface FaultForm {
  /** A `?` at the end marks a member that may be left out. */
  readonly members: Readonly<Record<string, FieldType>>;
  readonly does: string;
  readonly strike: string;
}

/** The names of the members as they are written here: `ms`, `afterFrames?`. */
type MembersOf<K extends FaultKind> = {
  readonly [
    M in Exclude<keyof FaultOf<K>, "kind" | "times"> & string as undefined extends FaultOf<K>[M] ? `${M}?` : M
  ]: FieldType;
};

export const forms: { readonly [K in FaultKind]: FaultForm & { readonly members: MembersOf<K> } } = {
  "late-reply": {
    members: { ms: "ms", "queuedLate?": "yes" },
    does: "The reply to `POST /prompt` comes `ms` late; the run and its events do not wait. With `queuedLate` the prompt is read at once, but queued only then: also for a client that has given up.",
    strike: "a reply",
  },
  "early-events": {
    members: {},
    does: "The reply to `POST /prompt` is held until the run has ended and all its events are sent, or its prompt is taken out of the queue.",
    strike: "a reply",
  },
  "drop-socket": {
    members: { afterFrames: "count" },
    does: "A socket is reset (TCP RST, no close frame) in place of the next frame once `afterFrames` frames of a run were sent on it.",
    strike: "a reset",
  },
  refuse: {
    members: { ms: "ms", "afterFrames?": "count" },
    does: "All connections are reset and the port is closed for `ms`, while the run goes on: at once, or in place of the next frame of a run that has sent `afterFrames`.",
    strike: "a closed port",
  },
  "half-open": {
    members: { afterFrames: "count" },
    does: "After `afterFrames` frames of a run the socket stays open and silent: no frame, no pong, no close.",
    strike: "a silent socket",
  },
  "slow-steps": {
    members: { ms: "ms" },
    does: "Every sampler step takes `ms` longer; an interrupt ends the wait.",
    strike: "a run",
  },
  silence: {
    members: { ms: "ms", "classType?": "text" },
    does: "A node (the first that runs, or the first of `classType`) is silent for `ms` before it begins, as when a model loads; an interrupt waits until then.",
    strike: "a run with such a node",
  },
  "node-error": {
    members: { "classType?": "text", "message?": "text" },
    does: "A node (the first that runs, or the first of `classType`) raises a `RuntimeError`.",
    strike: "a run with such a node",
  },
  "out-of-memory": {
    members: { "classType?": "text" },
    does: "A node (the first that runs, or the first of `classType`) raises `torch.OutOfMemoryError`.",
    strike: "a run with such a node",
  },
  "lost-history": {
    members: {},
    does: "A finished prompt is not kept: `/history` knows nothing of it.",
    strike: "a finished prompt",
  },
  "late-history": {
    members: { ms: "ms" },
    does: "The history item appears `ms` after the run's last event.",
    strike: "a finished prompt",
  },
  restart: {
    members: { downMs: "ms", "afterFrames?": "count" },
    does: "The server is killed and after `downMs` started again on its port, empty: queue, history, cache and temp files are gone, numbers begin at 0, output files stay. At once, or in place of the next frame of a run that has sent `afterFrames`.",
    strike: "a restart",
  },
  "dead-worker": {
    members: {},
    does: "The worker dies as it takes the next prompt, which is lost. The queue goes on accepting, nothing runs any more; only a `restart` helps.",
    strike: "a dead worker",
  },
  "duplicate-events": {
    members: {},
    does: "Every frame of a run is sent twice.",
    strike: "a frame sent twice",
  },
  "wrong-order": {
    members: {},
    does: "Neighbouring frames of a run are swapped.",
    strike: "a swapped pair",
  },
  status: {
    members: { status: "status", "route?": "text", "method?": "text", "queued?": "yes" },
    does: "A route answers `status` in place of what it does: `POST /prompt`, or `route` (with what is below it; `/ws` is the handshake) for `method`, else for every method. With `queued` the request is carried out all the same.",
    strike: "a reply",
  },
  "slow-view": {
    members: { bytesPerSecond: "rate" },
    does: "`/view` sends no more than `bytesPerSecond`.",
    strike: "a reply",
  },
  "truncated-view": {
    members: { bytes: "count" },
    does: "`/view` sends `bytes` bytes of a file, then the connection is cut.",
    strike: "a reply",
  },
  "view-gone": {
    members: {},
    does: "`/view` answers 404 for files that a run took from the cache, as if somebody had deleted them.",
    strike: "a reply",
  },
  "old-close-unregisters": {
    members: {},
    does: "When an older socket of a client id ends, the newer one hears nothing more: a fault that real servers have.",
    strike: "a forgotten socket",
  },
  nan: {
    members: {},
    does: "Bare `NaN` in JSON, as Python writes it: in `executed` and `execution_error` messages, and in `/history`.",
    strike: "a message or reply",
  },
  "slow-object-info": {
    members: { ms: "ms" },
    does: "`/object_info` takes `ms` longer.",
    strike: "a reply",
  },
  "missing-class": {
    members: { classType: "text" },
    does: "The node class is not installed: `/object_info` lacks it and `POST /prompt` refuses it.",
    strike: "a request to one of the two",
  },
  "old-server": {
    members: {},
    does: "Answers as 0.3.40 where clients tell versions apart: its number, `prompt_id` is ignored, interrupts are global, no jobs API, no `/features`, feature flags or `/global_subgraphs`, no `progress_state`, plain previews, `os` as Python names it, `extra_data` without `create_time` and with the account keys in it. Node classes are those of 0.8.",
    strike: "a request or message that differs",
  },
};
