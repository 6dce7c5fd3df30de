// The points at which the server calls faults, with the values that it passes to them and those that they may return.
import type { NodeDefinition } from "@pictor/comfyui-graph";
import type { Clock } from "@pictor/kernel/plugin";
import type { ExtraDataFilter, Reply } from "@pictor/comfyui-protocol";
import type { QueueItem } from "../prompts/queue.js";
import type { Assets } from "./assets.js";
import type { Downloads } from "./downloads.js";
import type { FaultKind, FaultOf } from "./fault.js";
import type { RunFaults } from "./run-hooks.js";

/** An authorized request. A fault may change what the route receives. */
export interface RoutedRequest {
  readonly method: string;
  /** The path without `/api`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: () => Promise<Buffer>;
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly filterExtraData: ExtraDataFilter;
}

/** A message to a client's socket. */
export interface Frame {
  /** The message type; `binary` for previews. */
  readonly type: string;
  /** The prompt that the frame reports on, if any. */
  readonly promptId?: string;
  /** The data of a JSON message; undefined for previews. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly payload: string | Uint8Array;
}

/** The state that faults keep for each socket. */
export interface SocketState {
  promptId?: string;
  /** Number of frames about `promptId` that were sent over the socket. */
  framesSent: number;
  /** A delayed frame, which is sent after the next one. */
  heldFrame?: Frame;
  isSilent: boolean;
}

/**
 * The frames to send instead of a frame, or how the connection ends: `reset` resets the socket (TCP RST), `silence`
 * keeps the socket open and sends nothing more.
 */
export type FrameOutcome = readonly Frame[] | "reset" | "silence";

/** A time during which the port is closed. */
export interface Outage {
  readonly ms: number;
  /** True: the server loses everything in its memory. */
  readonly isRestart: boolean;
}

/** Decides when a finished prompt enters the history. */
export type HistoryDecision = "never" | { readonly afterMs: number };

export interface FaultContext {
  readonly clock: Clock;
  /** Longest request body in bytes. */
  readonly maxUploadBytes: number;
  readonly downloads: Downloads;
  readonly assets: Assets;
  /** Keys (see `fileKey`) of the files of cached nodes. */
  readonly cachedFiles: ReadonlySet<string>;
  /** Settles when the last event of the prompt was sent, when the prompt was removed, or when the server restarts. */
  promptEnded(promptId: string): Promise<void>;
}

/** Implements a kind of fault. When a method returns undefined, the event is neither changed nor counted. */
export interface FaultBehavior<F> {
  /** Called before the route; changes the request or answers it. */
  request?(fault: F, request: RoutedRequest, context: FaultContext): RoutedRequest | Reply | undefined;
  /** Called after the route, before the reply is written. */
  reply?(
    fault: F,
    request: RoutedRequest,
    reply: Reply,
    context: FaultContext,
  ): Reply | Promise<Reply> | undefined;
  /** Called for each frame and each socket that would receive it. */
  frame?(fault: F, frame: Frame, socket: SocketState): FrameOutcome | undefined;
  /**
   * Called with undefined when the fault is set. Also called before each frame of a run, with the number of frames that
   * the run has sent.
   */
  outage?(fault: F, framesOfRun: number | undefined): Outage | undefined;
  run?(fault: F, item: QueueItem): RunFaults | undefined;
  /** Called when a finished prompt is about to enter the history. */
  storeHistory?(fault: F): HistoryDecision;
  /** Called when the worker is about to take a prompt; true kills the worker with that prompt. */
  killWorker?(fault: F): true;
  /** Called when an older socket of a client id closes; true unregisters the newer one. */
  unregisterNewerSocket?(fault: F): true;
  /** Called for a client's message; true ignores it. */
  ignoreMessage?(fault: F, messageType: string): true | undefined;
}

/** The implementation of every kind. */
export type FaultBehaviors = { readonly [Kind in FaultKind]: FaultBehavior<FaultOf<Kind>> };

export const isReply = (answer: RoutedRequest | Reply): answer is Reply => "status" in answer;
export const newSocketState = (): SocketState => ({ framesSent: 0, isSilent: false });
