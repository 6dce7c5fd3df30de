// The kinds of faults that a server can simulate, as data: members, effect, and the event that `times` counts. Types,
// validation and documentation come from it; `behaviors.ts` implements each kind.

export type MemberType = "ms" | "count" | "rate" | "status" | "string" | "boolean";

export interface FaultDescription {
  /**
   * A `?` at the end of a name marks an optional member. `ms` and `downMs` are milliseconds; `afterFrames` is a number of
   * WebSocket frames of one run.
   */
  readonly members: Readonly<Record<string, MemberType>>;
  readonly effect: string;
  /** The event that `times` counts. */
  readonly countedEvent: string;
}

export const faultDescriptions = {
  "late-reply": {
    members: { ms: "ms", "queuedLate?": "boolean" },
    effect:
      "The reply to `POST /prompt` is sent `ms` late; the run and its events do not wait. With `queuedLate` the body is read at once, but the prompt is queued only after `ms`, also when the client has disconnected.",
    countedEvent: "a reply",
  },
  "early-events": {
    members: {},
    effect:
      "The reply to `POST /prompt` is sent only after all events of the run, or after the prompt was removed from the queue.",
    countedEvent: "a reply",
  },
  "drop-socket": {
    members: { afterFrames: "count" },
    effect:
      "A socket is reset (TCP RST, no close frame) instead of receiving the next frame of a run of which it has received `afterFrames` frames.",
    countedEvent: "a reset",
  },
  refuse: {
    members: { ms: "ms", "afterFrames?": "count" },
    effect:
      "All connections are reset and the port is closed for `ms` while the run continues: at once, or instead of the next frame of a run that has sent `afterFrames` frames.",
    countedEvent: "a closed port",
  },
  "half-open": {
    members: { afterFrames: "count" },
    effect:
      "After `afterFrames` frames of a run the socket stays open but silent: no frame, no pong, no close frame.",
    countedEvent: "a silent socket",
  },
  "slow-steps": {
    members: { ms: "ms" },
    effect: "Every sampler step takes `ms` longer. An interrupt ends the delay.",
    countedEvent: "a run",
  },
  silence: {
    members: { ms: "ms", "classType?": "string" },
    effect:
      "A node (the first that runs, or the first of `classType`) waits for `ms` before it runs, as while a model loads. An interrupt takes effect only after the wait.",
    countedEvent: "a run with such a node",
  },
  "node-error": {
    members: { "classType?": "string", "message?": "string" },
    effect: "A node (the first that runs, or the first of `classType`) raises a `RuntimeError`.",
    countedEvent: "a run with such a node",
  },
  "out-of-memory": {
    members: { "classType?": "string" },
    effect: "A node (the first that runs, or the first of `classType`) raises `torch.OutOfMemoryError`.",
    countedEvent: "a run with such a node",
  },
  "lost-history": {
    members: {},
    effect: "A finished prompt is not stored: `/history` has no entry for it.",
    countedEvent: "a finished prompt",
  },
  "late-history": {
    members: { ms: "ms" },
    effect: "The history entry appears `ms` after the last event of the run.",
    countedEvent: "a finished prompt",
  },
  restart: {
    members: { downMs: "ms", "afterFrames?": "count" },
    effect:
      "The server stops, and starts again on its port after `downMs`. Queue, history, cache and temporary files are lost, numbers start at 0, output files stay. At once, or instead of the next frame of a run that has sent `afterFrames` frames.",
    countedEvent: "a restart",
  },
  "dead-worker": {
    members: {},
    effect:
      "The worker dies when it takes the next prompt, which is lost. The server still accepts prompts, but runs none until a `restart`.",
    countedEvent: "a dead worker",
  },
  "duplicate-events": {
    members: {},
    effect: "Every frame of a run is sent twice.",
    countedEvent: "a frame sent twice",
  },
  "wrong-order": {
    members: {},
    effect: "Adjacent frames of a run are swapped.",
    countedEvent: "a swapped pair",
  },
  status: {
    members: { status: "status", "route?": "string", "method?": "string", "queued?": "boolean" },
    effect:
      "A route replies with `status` instead of handling the request: `POST /prompt`, or `route` with everything below it (`/ws` is the handshake), for `method` or else for all methods. With `queued` the request is handled all the same.",
    countedEvent: "a reply",
  },
  "slow-view": {
    members: { bytesPerSecond: "rate" },
    effect: "`/view` sends at most `bytesPerSecond`.",
    countedEvent: "a reply",
  },
  "truncated-view": {
    members: { bytes: "count" },
    effect: "`/view` sends `bytes` bytes of a file, then the connection ends.",
    countedEvent: "a reply",
  },
  "view-gone": {
    members: {},
    effect: "`/view` replies with 404 for files that a run took from the cache, as if they had been deleted.",
    countedEvent: "a reply",
  },
  "old-close-unregisters": {
    members: {},
    effect:
      "When an older socket of a client id closes, the newer one receives nothing more. Real servers have this fault.",
    countedEvent: "an unregistered socket",
  },
  nan: {
    members: {},
    effect:
      "Bare `NaN` in JSON, as Python writes it: in `executed` and `execution_error` messages, and in `/history`.",
    countedEvent: "a message or reply",
  },
  "slow-object-info": {
    members: { ms: "ms" },
    effect: "`/object_info` takes `ms` longer.",
    countedEvent: "a reply",
  },
  "missing-class": {
    members: { classType: "string" },
    effect: "The node class is not installed: `/object_info` omits it and `POST /prompt` refuses it.",
    countedEvent: "a request to one of the two",
  },
  "old-server": {
    members: {},
    effect:
      "The server behaves like 0.3.40 where clients distinguish versions: version number, `prompt_id` ignored, global interrupts, no jobs API, no `/features`, feature flags and `/global_subgraphs`, no `progress_state`, plain previews, `os` as Python names it, `extra_data` without `create_time` but with credentials. The node classes are those of 0.8.",
    countedEvent: "a request or message that differs",
  },
  "new-server": {
    members: {},
    effect:
      "The server behaves like 0.38 where clients meet its assets: version number, `id` and `preview_id` of output files, `asset` of uploads, which `/view` finds by its hash (`filename=blake3:...`), `previewable_outputs_count` of jobs, downloads of models as tasks (`POST /assets/download`, `/tasks/ID`; nothing is fetched), and web pages, scripts and SVG as downloads. The checks of graphs and the node classes are those of 0.8.",
    countedEvent: "a reply or message that differs",
  },
} as const satisfies Readonly<Record<string, FaultDescription>>;
