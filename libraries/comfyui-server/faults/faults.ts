// All faults of a server as one object, which the server calls at each point at which a fault may act.
import { type RunEvent } from "@pictor/comfyui-graph";
import { isRecord, type Clock } from "@pictor/kernel/plugin";
import type { Reply } from "@pictor/comfyui-protocol";
import type { History } from "../prompts/history.js";
import type { Queue, QueueItem } from "../prompts/queue.js";
import { ActiveFaults } from "./active-faults.js";
import { Assets, type AreaFolders } from "./assets.js";
import {
  isReply,
  type FaultBehavior,
  type FaultContext,
  type Frame,
  type FrameOutcome,
  type Outage,
  type RoutedRequest,
  type SocketState,
} from "./behavior.js";
import { Downloads, type ModelFiles } from "./downloads.js";
import type { Fault, FaultControl } from "./fault.js";
import { withHistoryFaults, withQueueFaults } from "./faulty-stores.js";
import { readFaults } from "./read-faults.js";
import type { RunFaults } from "./run-hooks.js";
import { fileKey } from "./view-faults.js";

export type Faults = ReturnType<typeof createFaults>;

export interface FaultsOptions {
  readonly clock: Clock;
  /** Longest request body in bytes. */
  readonly maxUploadBytes: number;
  readonly modelFiles: ModelFiles;
  /** Where the files are that clients upload. */
  readonly folders: AreaFolders;
  readonly outages: {
    /** Starts an outage. Returns false when an outage is already active; the fault is not counted then. */
    start(outage: Outage, afterDelivery: boolean): boolean;
    isActive(): boolean;
  };
}

export function createFaults({ clock, maxUploadBytes, modelFiles, folders, outages }: FaultsOptions) {
  const active = new ActiveFaults();
  const cachedFiles = new Set<string>();
  const waiting = new Set<{ readonly promptId: string; readonly settle: () => void }>();
  let currentPromptId: string | undefined;
  let framesOfRun = 0;

  /** Settles the promises of `promptEnded` for this prompt, or for all prompts. */
  const settle = (promptId?: string): void => {
    for (const entry of waiting) {
      if (promptId !== undefined && entry.promptId !== promptId) continue;
      waiting.delete(entry);
      entry.settle();
    }
  };
  const context: FaultContext = {
    clock,
    maxUploadBytes,
    downloads: new Downloads(modelFiles, clock),
    assets: new Assets(folders),
    cachedFiles,
    promptEnded: (promptId) => new Promise((resolve) => waiting.add({ promptId, settle: resolve })),
  };
  const starts = (outage: Outage | undefined, afterDelivery: boolean): true | undefined =>
    outage !== undefined && outages.start(outage, afterDelivery) ? true : undefined;

  function set(faults: readonly Fault[]): void {
    const read = readFaults(faults);
    settle();
    active.set(read);
    currentPromptId = undefined;
    active.firstResult(({ outage }, fault) => starts(outage?.(fault, undefined), false), true);
  }

  return {
    control: { set, clear: () => set([]), list: () => active.list() } satisfies FaultControl,
    wrapQueue: (queue: Queue) =>
      withQueueFaults(
        queue,
        () => active.firstResult(({ killWorker }, fault) => killWorker?.(fault)) !== undefined,
        settle,
      ),
    wrapHistory: (history: History) =>
      withHistoryFaults(history, clock, () =>
        active.firstResult(({ storeHistory }, fault) => storeHistory?.(fault)),
      ),
    /** Called after a restart: forgets prompts and files; the faults stay set. */
    reset() {
      cachedFiles.clear();
      settle();
      currentPromptId = undefined;
    },
    forRun: (item: QueueItem): RunFaults | undefined =>
      active.isEmpty()
        ? undefined
        : active.transform({}, (behavior, fault, before) => {
            const more = behavior.run?.(fault, item);
            return more && { ...before, ...more };
          }),
    /** Called with every event of the worker, before the runner handles it. */
    onRunEvent(event: RunEvent) {
      for (const key of cachedFileKeys(event)) cachedFiles.add(key);
    },
    /** Called after the last event of the prompt was sent. */
    onRunEnd: settle,
    /** True when a frame is lost because the server is down. */
    isDownFor(promptId: string | undefined) {
      if (outages.isActive()) return true;
      if (promptId === undefined || active.isEmpty()) return false;
      framesOfRun = promptId === currentPromptId ? framesOfRun : 0;
      currentPromptId = promptId;
      const isDown = active.firstResult(({ outage }, fault) => starts(outage?.(fault, framesOfRun), true));
      framesOfRun += 1;
      return isDown === true;
    },
    outcomeOf: (frame: Frame, socket: SocketState): FrameOutcome =>
      active.isEmpty() && socket.heldFrame === undefined && !socket.isSilent
        ? [frame]
        : outcomeOn(socket, frame),
    unregistersNewerSocket: () =>
      active.firstResult(({ unregisterNewerSocket }, fault) => unregisterNewerSocket?.(fault)) !== undefined,
    ignoresMessage: (messageType: string) =>
      active.firstResult(({ ignoreMessage }, fault) => ignoreMessage?.(fault, messageType)) !== undefined,
    request: (request: RoutedRequest) =>
      active.transform<RoutedRequest | Reply>(request, (behavior, fault, before) =>
        isReply(before) ? undefined : behavior.request?.(fault, before, context),
      ),
    reply: (request: RoutedRequest, reply: Reply) =>
      active.transformAsync(reply, (behavior, fault, before) =>
        behavior.reply?.(fault, request, before, context),
      ),
  };

  function outcomeOn(socket: SocketState, frame: Frame): FrameOutcome {
    if (socket.isSilent) return [];
    const { promptId } = frame;
    if (promptId !== undefined && socket.promptId !== promptId)
      Object.assign(socket, { promptId, framesSent: 0 });
    const { heldFrame } = socket;
    const outcome = active.transform<FrameOutcome>([frame], (behavior, fault, before) =>
      typeof before === "string" ? undefined : outcomeBy(behavior, fault, before, socket),
    );
    if (typeof outcome === "string") {
      socket.isSilent = true;
      return outcome;
    }
    if (heldFrame !== undefined) delete socket.heldFrame;
    const frames = heldFrame === undefined ? outcome : [...outcome, heldFrame];
    socket.framesSent += frames.filter((sent) => sent.promptId !== undefined).length;
    return frames;
  }
}

/** The outcome of a fault for several frames; undefined when it changes none of them. */
function outcomeBy(
  behavior: FaultBehavior<Fault>,
  fault: Fault,
  frames: readonly Frame[],
  socket: SocketState,
): FrameOutcome | undefined {
  const outcomes = frames.map((frame) => behavior.frame?.(fault, frame, socket));
  const ending = outcomes.find((outcome) => typeof outcome === "string");
  if (ending !== undefined) return ending;
  if (outcomes.every((outcome) => outcome === undefined)) return undefined;
  return outcomes.flatMap((outcome, index) => (outcome ?? frames[index]) as readonly Frame[] | Frame);
}

/** The keys of a cached node's files. */
function cachedFileKeys(event: RunEvent): readonly string[] {
  if (event.kind !== "nodeFinished" || !event.fromCache || event.ui === undefined) return [];
  return (Object.values(event.ui) as readonly (readonly unknown[])[]).flatMap((items) =>
    items
      .filter(isRecord)
      .map(({ type, subfolder, filename }) => fileKey(String(type), String(subfolder), String(filename))),
  );
}
