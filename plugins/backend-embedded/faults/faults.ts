// Everything that goes wrong on purpose, as one object that the server asks at its choke points. Without faults each
// question is one comparison.
import type { Clock } from "@pictor/kernel/plugin";
import { isObject } from "../json.js";
import type { History } from "../server/history.js";
import type { Queue } from "../server/queue.js";
import type { Reply } from "../server/reply.js";
import type { RunEvent } from "../worker/channel.js";
import { createArmed } from "./armed.js";
import type { Fault, FaultControl } from "./fault.js";
import {
  isReply,
  type Asked,
  type Behaviour,
  type Frame,
  type FrameFate,
  type FrameFaults,
  type Line,
  type Outage,
  type RequestFaults,
  type RunnerFaults,
  type World,
} from "./hooks.js";
import { fileKey } from "./on-views.js";
import { readFaults } from "./read.js";
import { faultyHistory, faultyQueue } from "./stores.js";

export interface Faults extends RunnerFaults, FrameFaults, RequestFaults {
  readonly control: FaultControl;
  /** The stores of one life, as the faults let them be. */
  queue(queue: Queue): Queue;
  history(history: History): History;
  /** A new life has begun: nothing is remembered of the one before. */
  forget(): void;
}

export interface FaultsOptions {
  readonly clock: Clock;
  /** Longest request body. */
  readonly maxUploadBytes: number;
  readonly outages: {
    /** False when the server is down already: then the fault has not struck. */
    begin(outage: Outage, whenHeard: boolean): boolean;
    isUnderWay(): boolean;
  };
}

export function createFaults({ clock, maxUploadBytes, outages }: FaultsOptions): Faults {
  const armed = createArmed();
  const cachedFiles = new Set<string>();
  const waiting = new Set<{ readonly promptId: string; readonly settle: () => void }>();
  let run: string | undefined;
  let framesOfRun = 0;

  /** Those that wait for the end of this prompt, or all. */
  const release = (promptId?: string): void => {
    for (const one of waiting) {
      if (promptId !== undefined && one.promptId !== promptId) continue;
      waiting.delete(one);
      one.settle();
    }
  };
  const world: World = {
    clock,
    maxUploadBytes,
    cachedFiles,
    whenEnded: (promptId) => new Promise((settle) => waiting.add({ promptId, settle })),
  };
  const fallsBy = (outage: Outage | undefined, whenHeard: boolean): true | undefined =>
    outage !== undefined && outages.begin(outage, whenHeard) ? true : undefined;

  function set(faults: readonly Fault[]): void {
    const read = readFaults(faults);
    release();
    armed.set(read);
    run = undefined;
    armed.first(({ outage }, fault) => fallsBy(outage?.(fault, undefined), false), true);
  }

  return {
    control: {
      set,
      clear: () => {
        set([]);
      },
      list: armed.list,
    },
    queue: (queue) =>
      faultyQueue(queue, {
        dies: () => armed.first(({ take }, fault) => take?.(fault)) !== undefined,
        gone: release,
      }),
    history: (history) =>
      faultyHistory(history, clock, () => armed.first(({ keep }, fault) => keep?.(fault))),
    forget() {
      cachedFiles.clear();
      release();
      run = undefined;
    },
    forRun: (item) =>
      armed.isEmpty()
        ? undefined
        : armed.through({}, (behaviour, fault, before) => {
            const more = behaviour.run?.(fault, item);
            return more && { ...before, ...more };
          }),
    reported(event) {
      for (const key of cachedFilesOf(event)) cachedFiles.add(key);
    },
    ended: release,
    goesDownBefore(promptId) {
      if (outages.isUnderWay()) return true;
      if (promptId === undefined || armed.isEmpty()) return false;
      framesOfRun = promptId === run ? framesOfRun : 0;
      run = promptId;
      const falls = armed.first(({ outage }, fault) => fallsBy(outage?.(fault, framesOfRun), true));
      framesOfRun += 1;
      return falls === true;
    },
    frames: (frame, line) =>
      armed.isEmpty() && line.held === undefined && !line.isMute ? [frame] : framesOn(line, frame),
    unregisters: () => armed.first(({ unregister }, fault) => unregister?.(fault)) !== undefined,
    ignores: (messageType) => armed.first(({ ignore }, fault) => ignore?.(fault, messageType)) !== undefined,
    request: (asked) =>
      armed.through<Asked | Reply>(asked, (behaviour, fault, before) =>
        isReply(before) ? undefined : behaviour.request?.(fault, before, world),
      ),
    reply: (asked, reply) =>
      armed.throughLater(reply, (behaviour, fault, before) => behaviour.reply?.(fault, asked, before, world)),
  };

  function framesOn(line: Line, frame: Frame): FrameFate {
    if (line.isMute) return [];
    if (line.run !== frame.run && frame.run !== undefined) Object.assign(line, { run: frame.run, sent: 0 });
    const { held } = line;
    const fate = armed.through<FrameFate>([frame], (behaviour, fault, before) =>
      typeof before === "string" ? undefined : fateBy(behaviour, fault, before, line),
    );
    if (typeof fate === "string") {
      line.isMute = true;
      return fate;
    }
    if (held !== undefined) delete line.held;
    const frames = held === undefined ? fate : [...fate, held];
    line.sent += frames.filter((sent) => sent.run !== undefined).length;
    return frames;
  }
}

/** What one fault makes of the frames that it is given; undefined if it strikes none of them. */
function fateBy(
  behaviour: Behaviour<Fault>,
  fault: Fault,
  frames: readonly Frame[],
  line: Line,
): FrameFate | undefined {
  const fates = frames.map((frame) => behaviour.frame?.(fault, frame, line));
  const ending = fates.find((fate) => typeof fate === "string");
  if (ending !== undefined) return ending;
  if (fates.every((fate) => fate === undefined)) return undefined;
  return fates.flatMap((fate, index) => (fate ?? frames[index]) as readonly Frame[] | Frame);
}

/** The files that a node showed from the cache. */
function cachedFilesOf(event: RunEvent): readonly string[] {
  if (event.kind !== "nodeFinished" || !event.fromCache || event.ui === undefined) return [];
  return (Object.values(event.ui) as readonly (readonly unknown[])[]).flatMap((shown) =>
    shown
      .filter(isObject)
      .map(({ type, subfolder, filename }) => fileKey(String(type), String(subfolder), String(filename))),
  );
}
