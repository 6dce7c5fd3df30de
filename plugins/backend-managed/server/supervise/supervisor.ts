// One server of one instance: started, found, watched, restarted, stopped; whichever process does it.

import { raceAbort } from "@pictor/kernel/plugin";
import { settleExtensions } from "../../extensions/change/lock-extensions.js";
import { managedFault } from "../../faults.js";
import { createAfterEnd } from "./handle-exit.js";
import { placeOf, type Held, type ServerContext } from "../record/server-context.js";
import { createDesk, type Desk } from "../state/server-tracker.js";
import { endFound, keepOn } from "../stop/stop-server.js";
import { findServer } from "../record/find-server.js";
import { awaitReady, obtain, type LaunchOptions } from "../start/start-server.js";
import { leaveServer } from "../stop/release-server.js";
import { exclusively } from "../../locks/server-lock.js";
import { removeRecord, type Terms } from "../record/run-record.js";
import { lookInto } from "./check-reachable.js";

export interface ServerWork {
  readonly signal?: AbortSignal | undefined;
  /** What happens, line by line: also what the server writes. */
  onLine?(line: string): void;
}
export interface StartWish extends ServerWork {
  /** It outlives this process. */
  readonly keep?: boolean | undefined;
  /** For an update, which tries what it has just made; on the terms of the server that was stopped before. */
  readonly isTrial?: boolean;
}
export interface StopWish extends ServerWork {
  /** Part of what a start waits for while the installation is looked at: that start goes on. */
  readonly isOfStart?: boolean;
}

export interface Supervisor extends Pick<Desk, "phase" | "onPhase" | "changed"> {
  /** Looks for a server that another process has started; does not start one. */
  look(options?: ServerWork): Promise<void>;
  /** Settles when one answers; a start is given up when the signal is aborted. */
  start(options?: StartWish): Promise<void>;
  stop(options?: StopWish): Promise<void>;
  restart(options?: ServerWork): Promise<void>;
  /** Somebody could not reach it: settles when it is known whether it has crashed, or restarts, or is well. */
  suspect(): Promise<void>;
  /** Arguments of the server that is watched. */
  argv(): readonly string[] | undefined;
  /** Ends a server that belongs to this process, and watches no other any more. */
  close(): Promise<void>;
}

interface Starting {
  readonly work: Promise<void>;
  /** Of who began it. */
  readonly signal: AbortSignal | undefined;
  readonly ending: AbortController;
}

export function createSupervisor(context: ServerContext): Supervisor {
  const { means, self } = context;
  const { layout, logger, name } = means;
  const desk = createDesk(context);
  let closed = false;
  let starting: Starting | undefined;
  /** The installation is looked at: what that stops is part of the start that asked for it. */
  let isPreparing = false;
  let judging: Promise<void> = Promise.resolve();
  let suspecting: Promise<void> | undefined;
  let lastTerms: Terms | undefined;

  const locked = <Value>({ signal, onLine }: ServerWork, work: () => Promise<Value>): Promise<Value> =>
    exclusively(means, work, {
      ...(signal === undefined ? {} : { signal }),
      waiting: () => onLine?.("waiting for another process that starts or stops it"),
    });

  const hold = (held: Held): void => {
    desk.hold(held, (now, ending) => {
      // Who starts or stops it sees that itself.
      if (desk.phase().at !== "running" || closed) return;
      judging = after.ended(now, ending).catch((error: unknown) => {
        logger.error(`It could not be found out why the server of "${name}" ended.`, { error });
        desk.release();
        desk.tell({ type: "crashed", crash: { ...ending, lastLines: [] } });
      });
    });
    desk.tell({ type: "spawned", place: placeOf(held) });
  };

  /** One at a time. What it waits for is ended when the signal is aborted before that is ready. */
  const begin = (
    options: Omit<ServerWork, "onLine">,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    if (closed) return Promise.reject(managedFault("MANAGED_SERVER_STOPPED", { name }));
    const ending = new AbortController();
    const signals = [ending.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const begun = work(AbortSignal.any(signals))
      .then(after.wasReady)
      .catch((error: unknown) => {
        const phase = desk.phase();
        if (phase.at === "starting" || phase.at === "stopping") {
          const crash = phase.at === "starting" ? phase.crash : undefined;
          desk.tell(crash === undefined ? { type: "down" } : { type: "crashed", crash });
        }
        throw error;
      });
    const mine: Starting = { work: begun, signal: options.signal, ending };
    starting = mine;
    return begun.finally(() => {
      if (starting === mine) starting = undefined;
    });
  };
  /** Settles with what torch was installed for. */
  const prepare = async ({ signal, onLine }: ServerWork): Promise<string | undefined> => {
    isPreparing = true;
    try {
      const options = {
        ...(signal === undefined ? {} : { signal }),
        ...(onLine === undefined ? {} : { onLine }),
      };
      const { device } = await context.installation.ready(options);
      await settleExtensions(means);
      return device;
    } finally {
      isPreparing = false;
    }
  };
  const launch = (options: LaunchOptions, before?: () => Promise<Terms | undefined>): Promise<void> =>
    begin(options, async (signal) => {
      desk.tell({ type: "launching" });
      const isOnlyJoined = options.joinsOnly === true || (await findServer(context)).kind === "server";
      const isPrepared = before !== undefined || !isOnlyJoined;
      const installedFor = isPrepared ? await prepare({ ...options, signal }) : undefined;
      const all = { ...options, signal, installedFor, joinsOnly: !isPrepared };
      const held = await locked(all, async () => {
        const terms = await before?.();
        if (before !== undefined) desk.tell({ type: "launching" });
        return obtain(context, desk, { ...all, ...(terms === undefined ? {} : { terms }) }).catch(
          async (error: unknown) => {
            if (terms !== undefined) await removeRecord(layout.runState);
            throw error;
          },
        );
      });
      if (held === undefined) {
        desk.tell({ type: "down" });
        return;
      }
      hold(held);
      await awaitReady(context, desk, held, { ...all, from: 0 });
    });
  /** A start that is under way here is given up. */
  const endStarting = async (): Promise<void> => {
    starting?.ending.abort(managedFault("MANAGED_SERVER_STOPPED", { name }));
    await starting?.work.catch(() => undefined);
  };

  const start = async (options: StartWish = {}): Promise<void> => {
    const { keep = false, isTrial = false, ...rest } = options;
    await raceAbort(options.signal, judging);
    const terms = (isTrial ? lastTerms : undefined) ?? { owner: await self(), keep };
    const isReady = (): boolean => desk.phase().at === "running";
    while (starting !== undefined) {
      const { signal, work } = starting;
      const others = await raceAbort(options.signal, work).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      options.signal?.throwIfAborted();
      // Who had begun it gave it up; this caller did not.
      if (others !== undefined && signal?.aborted !== true) throw others.error;
    }
    if (isReady()) return keep ? locked(rest, () => keepOn(context, desk)) : undefined;
    // Nothing is awaited since it was seen that no start is under way.
    after.calm();
    await launch({ ...rest, terms });
    // The one that was to be joined ended just then.
    if (desk.phase().at === "down") await launch({ ...rest, terms });
  };

  const after = createAfterEnd(context, desk, {
    relaunch: ({ record: { owner, keep } }) => launch({ terms: { owner, keep } }),
    follow: () => launch({ joinsOnly: true }),
  });

  return {
    phase: desk.phase,
    onPhase: desk.onPhase,
    changed: desk.changed,
    start,
    async look(options = {}) {
      const { at } = desk.phase();
      if (at !== "down" && at !== "crashed") return;
      const found = await findServer(context);
      // One that has crashed before is nothing that this process lost: for its calls there is no server.
      if (found.kind === "server" && starting === undefined)
        await raceAbort(options.signal, launch({ joinsOnly: true }));
    },
    async stop({ isOfStart = false, ...options } = {}) {
      after.calm();
      if (!(isOfStart && isPreparing)) await endStarting();
      try {
        lastTerms =
          (await locked(options, async () => {
            // A crash that is being written down would be there again afterwards.
            await raceAbort(options.signal, judging);
            return endFound(context, desk, { ...options, interrupts: true });
          })) ?? lastTerms;
      } finally {
        desk.tell({ type: "down" });
      }
    },
    async restart(options = {}) {
      after.calm();
      await endStarting();
      await launch(options, () => endFound(context, desk, { ...options, interrupts: true, isRestart: true }));
    },
    suspect() {
      const held = desk.held();
      if (held === undefined || desk.phase().at !== "running") return judging;
      return (suspecting ??= lookInto(context, desk, held, {
        judged: () => judging,
        awaitAgain: (again, from) =>
          begin({}, (signal) => awaitReady(context, desk, again, { signal, from })),
      }).finally(() => (suspecting = undefined)));
    },
    argv: () => desk.held()?.record.argv,
    async close() {
      if (closed) return;
      closed = true;
      after.close();
      await endStarting();
      await judging;
      await leaveServer(context, desk);
      desk.release();
      desk.tell({ type: "down" });
    },
  };
}
