// The life of a worker: it goes on with what an earlier process had begun, takes prompts until it is drained, and leaves.

import {
  backoffMs,
  pause,
  PictorError,
  problemFor,
  reasonOf,
  type MemberBackend,
  type WorkOptions,
} from "@pictor/kernel/plugin";
import { limitsOf } from "@pictor/prompt-life";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import type { AbsenceWatch } from "../protocol/absence.js";
import type { Verdict } from "../protocol/verdicts.js";
import { readDurability } from "../redis/durability.js";
import { signMsOf } from "../redis/keys.js";
import type { Connection } from "../redis/redis.js";
import type { Queues } from "../sets/queues.js";
import type { SetId } from "../sets/capability.js";
import { createAbilities } from "./abilities.js";
import { claimAgain } from "./claim-again.js";
import { createFinisher } from "./finish.js";
import { listen } from "./messages.js";
import { createMeter } from "./meter.js";
import { NextPrompt } from "./next-prompt.js";
import type { Presence } from "./presence.js";
import { resumeBegun, resumePrompt } from "./resume.js";
import { repeat, untilAnswered, untilDone } from "./retry.js";
import type { RunOutcome } from "./leave-prompt.js";
import { runPrompt } from "./run-prompt.js";
import { startRun, type Run, type RunStart } from "./runs.js";
import { takePrompts } from "./take-prompts.js";
import { keepUp } from "./upkeep.js";
import { createWarnings } from "./warnings.js";

export interface LoopDependencies extends WorkOptions {
  readonly session: Session;
  readonly queues: Queues;
  /** Connections of their own: for the command that waits for prompts, and for messages. */
  readonly blocking: Connection;
  readonly messages: Connection;
  /** The claims of this process. */
  readonly token: string;
  readonly presence: Presence;
  readonly absence: AbsenceWatch;
  /** Ends the worker at once, such as when another process has its name. */
  readonly controller: AbortController;
}

/** Milliseconds until the server is asked again what it has, and until the sets are read again, while nothing is to do. */
const abilitiesMs = 300_000;
const setsMs = 15_000;

export async function workLoop(backend: MemberBackend, deps: LoopDependencies): Promise<void> {
  const { session, queues, blocking, messages, token, presence, absence, controller } = deps;
  const { drain, signal, report, name: worker } = deps;
  const { connection, keys, clock, settings } = session;
  const signMs = signMsOf(settings.lockSeconds * 1_000);
  const waits = { clock, signal };
  const ending = AbortSignal.any([signal, drain]);
  const limits = limitsOf(settings.lostSeconds * 1_000);
  const meter = createMeter(clock);
  const warnings = createWarnings(worker, report);
  const onEnding = (): void => {
    presence.show(undefined);
  };
  const finisher = createFinisher({ session, queues, worker, signal, onEnding, onRefusal: warnings.note });
  const abilities = createAbilities(backend, session);
  let sets: ReadonlyMap<SetId, readonly string[]> = new Map();
  let [setsAt, abilitiesAt, isHeld, holdUntil] = [0, -Infinity, false, 0];
  let run: Run | undefined;

  const next = new NextPrompt({
    session,
    queues,
    blocking,
    worker,
    sets: () => sets,
    refresh: async (set) => (abilities.knows(set) ? undefined : refreshSets()),
    loaded: meter.loaded,
  });
  const sign = async (): Promise<void> => {
    presence.change((record) => ({ ...record, ...meter.figures() }));
    isHeld = await presence.sign();
    await run?.look();
  };
  const refreshSets = async (): Promise<void> => {
    sets = await abilities.sets();
    setsAt = clock.now();
  };
  const refreshAbilities = async (): Promise<void> => {
    const { info, catalogDigest: catalog, extensionsDigest } = await abilities.read(signal);
    abilitiesAt = clock.now();
    presence.change(({ reason: _reason, ...record }) => ({
      ...record,
      state: "ready",
      title: info.title,
      catalog,
      ...(extensionsDigest !== undefined && { extensions: extensionsDigest }),
    }));
    await untilAnswered(async () => {
      await refreshSets();
      await sign();
    }, waits);
  };
  const start = (begun: RunStart): Run => {
    meter.begin(sets.get(begun.taken.set) ?? []);
    run = startRun(begun, { ...deps, backend, worker, finisher, limits, warnings, measure: meter.note });
    presence.show(run);
    return run;
  };
  const noteEnd = (verdict: Verdict): void => {
    meter.end(verdict);
    warnings.reset();
    run = undefined;
  };
  const forget = (): void => {
    run?.leave();
    run = undefined;
    presence.show(undefined);
  };
  const shared = { ...deps, backend, worker, limits, start, noteEnd };
  const later = (ms: number, work: () => Promise<unknown>): void =>
    void pause(clock, ms, ending)
      .then(work, () => undefined)
      .catch(() => undefined);
  const warn = (error: unknown): void => {
    const reason = reasonOf(error);
    abilitiesAt = -Infinity;
    presence.change((record) => ({ ...record, state: "unreachable", reason }));
    report({
      type: "warning",
      problem: problemFor(queueFault("QUEUE_SERVER_UNREACHABLE", { worker, reason })),
    });
  };
  /** Waits until the server can be used. */
  const untilServer = async (): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await refreshAbilities();
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (drain.aborted) return;
        if (attempt === 0) warn(error);
        await pause(clock, backoffMs(attempt), ending).catch(() => undefined);
      }
    }
  };
  const noteFailure = (error: unknown): void => {
    if (error instanceof PictorError && error.code === "QUEUE_WORKER_NAME_TAKEN") controller.abort(error);
  };
  /** When Redis is back, the worker first reports the prompt that it has, and takes new prompts a little later. */
  const onState = (isOpen: boolean): void => {
    report({ type: "connection", state: isOpen ? "open" : "lost" });
    if (!isOpen) return;
    absence.reset();
    holdUntil = clock.now() + 2 * signMs;
    sign().catch(() => undefined);
    if (run !== undefined) claimAgain(run.taken, { session, queues, worker, token }).catch(() => undefined);
  };
  const onMessage = (channel: string, text: string): void => {
    const work = async (): Promise<void> => {
      if (channel === keys.newSets) await refreshSets();
      else if (text === "") await sign();
      else if (text === run?.id) await run.look();
      await next.wake();
    };
    work().catch(() => undefined);
  };
  const takeAndRun = async (): Promise<RunOutcome | undefined> => {
    const taken = await next.take();
    if (taken === undefined) {
      if (clock.now() - setsAt > setsMs) await refreshSets();
      await next.wait();
      return undefined;
    }
    const outcome = await runPrompt(taken, {
      ...shared,
      finisher,
      later,
      lacks: abilities.lacks,
      isPaused: presence.isPaused,
      noteServed: (turn) => next.noteServed(turn),
      resume: (own) => resumePrompt(own, shared),
    });
    // A prompt that was given back is not this worker's any more.
    forget();
    return outcome;
  };
  const resume = (): Promise<void> =>
    resumeBegun(shared).catch((error: unknown) => {
      forget();
      throw error;
    });

  const stopState = connection.onState(onState);
  const onDrain = (): void => {
    report({ type: "draining", running: run === undefined ? 0 : 1 });
    next.wake().catch(() => undefined);
  };
  drain.addEventListener("abort", onDrain, { once: true });
  let unsubscribe: (() => void) | undefined;
  try {
    await untilAnswered(sign, waits);
    // Without the right to run scripts, it would be ready and take nothing.
    await untilAnswered(() => connection.run("eval", "return 1", 0), waits);
    const problems = await readDurability(connection).catch(() => []);
    for (const problem of problems) report({ type: "warning", problem });
    void repeat(() => sign().catch(noteFailure), { clock, signal, ms: signMs });
    void keepUp(session, queues, signal);
    const channels = [keys.toWorker(worker), keys.newSets];
    await listen(messages, Object.assign({ channels, onMessage }, waits));
    await untilServer();
    unsubscribe = await untilAnswered(
      () => backend.events((event) => run?.onEvent(event), { signal }),
      waits,
    );
    await untilDone(resume, { clock, signal, onRefusal: warnings.note });
    if (!drain.aborted) report({ type: "ready" });
    await takePrompts({
      clock,
      signal,
      drain,
      ending,
      holdMs: signMs,
      takeAndRun,
      resume,
      warn,
      forget,
      logger: session.logger,
      noteRefusal: warnings.note,
      async prepare() {
        if (clock.now() - abilitiesAt > abilitiesMs) await untilServer();
        return !isHeld && clock.now() >= holdUntil;
      },
    });
  } finally {
    drain.removeEventListener("abort", onDrain);
    unsubscribe?.();
    stopState();
    await presence.leave().catch(() => undefined);
  }
}
