// The choke points at which the server asks what goes wrong: what it hands over there, and what it gets back.
import type { Clock } from "@pictor/kernel/plugin";
import type { NodeDefinition } from "../nodes/node.js";
import type { ShownExtraData } from "../server/extra-data.js";
import type { QueueItem } from "../server/queue.js";
import type { Reply } from "../server/reply.js";
import type { RunEvent } from "../worker/channel.js";
import type { RunFaults } from "./in-worker.js";

/** A request that passed the guard; a fault may change what the route sees. */
export interface Asked {
  readonly method: string;
  /** Without `/api`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: () => Promise<Buffer>;
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly shownExtraData: ShownExtraData;
}

/** What is sent on a socket. */
export interface Frame {
  /** `binary` for previews. */
  readonly type: string;
  /** Id of the prompt, for a frame of a run. */
  readonly run?: string;
  /** Undefined for previews. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly payload: string | Uint8Array;
}

/** What is remembered of one socket. */
export interface Line {
  run?: string;
  /** Frames of `run` that were sent on it. */
  sent: number;
  /** Kept back, to be sent after the next. */
  held?: Frame;
  isMute: boolean;
}

/** The frames to send in place of one; or the end of the socket, by a reset or by silence. */
export type FrameFate = readonly Frame[] | "reset" | "mute";

/** The port is closed for so long; `isKilled`: what the process held in memory is gone then. */
export interface Outage {
  readonly ms: number;
  readonly isKilled: boolean;
}

/** What faults may look at. */
export interface World {
  readonly clock: Clock;
  /** Longest request body. */
  readonly maxUploadBytes: number;
  /** Names of files that a run took from the cache, as `fileKey` gives them. */
  readonly cachedFiles: ReadonlySet<string>;
  /** Settles when the last event of the prompt is sent, or when no longer worth waiting for. */
  whenEnded(promptId: string): Promise<void>;
}

/** What one kind of fault does. Each method gives undefined where the fault does not strike. */
export interface Behaviour<F> {
  /** Before the route: changes the request, or answers in its place. */
  request?(fault: F, asked: Asked, world: World): Asked | Reply | undefined;
  /** After the route, before the reply is written. */
  reply?(fault: F, asked: Asked, reply: Reply, world: World): Reply | Promise<Reply> | undefined;
  /** For each frame and each socket that is to hear it. */
  frame?(fault: F, frame: Frame, line: Line): FrameFate | undefined;
  /** Before a frame of a run that has sent `framesOfRun`; undefined when the fault is set. */
  outage?(fault: F, framesOfRun: number | undefined): Outage | undefined;
  run?(fault: F, item: QueueItem): RunFaults | undefined;
  /** What becomes of the history item of a finished prompt. */
  keep?(fault: F): "never" | { readonly afterMs: number };
  /** The worker dies with the prompt that it was about to take. */
  take?(fault: F): true;
  /** An older socket of a client id has ended, a newer one lives. */
  unregister?(fault: F): true;
  /** A client's message is not understood. */
  ignore?(fault: F, messageType: string): true | undefined;
}

/** What the runner tells and asks. */
export interface RunnerFaults {
  forRun(item: QueueItem): RunFaults | undefined;
  /** Everything that the worker reports, before it is handled. */
  reported(event: RunEvent): void;
  /** The last event of the prompt is sent. */
  ended(promptId: string): void;
}

/** What sockets ask. */
export interface FrameFaults {
  /** True when the frame goes nowhere, because the server has just gone down. */
  goesDownBefore(run: string | undefined): boolean;
  frames(frame: Frame, line: Line): FrameFate;
  unregisters(): boolean;
  ignores(messageType: string): boolean;
}

/** What HTTP asks. */
export interface RequestFaults {
  request(asked: Asked): Asked | Reply;
  reply(asked: Asked, reply: Reply): Promise<Reply>;
}

export const isReply = (answer: Asked | Reply): answer is Reply => "status" in answer;
export const newLine = (): Line => ({ sent: 0, isMute: false });
