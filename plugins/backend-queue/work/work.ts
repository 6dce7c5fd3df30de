// The facet `work`: takes prompts from the queue and runs them on a server, one at a time.

import { randomUUID } from "node:crypto";
import { linkedController, problemFor, type WorkFacet } from "@pictor/kernel/plugin";
import { limitsOf } from "@pictor/prompt-life";
import { closeSession, type Session } from "../base/session.js";
import type { SetId } from "../bull/jobs.js";
import { Queues } from "../bull/queues.js";
import { queueFault } from "../faults.js";
import { AbsenceWatch } from "../protocol/absence.js";
import { problemOfName } from "../protocol/worker-record.js";
import { silenceMsOf } from "../redis/keys.js";
import { markWaiting } from "../sets/heads.js";
import { Abilities } from "./parts/abilities.js";
import { Meter } from "./parts/meter.js";
import { takeName } from "./parts/presence.js";
import { Warnings } from "./parts/warnings.js";
import type { WorkerParts } from "./parts/worker-parts.js";
import { Worker } from "./worker.js";

/** A session with connections of its own, so that a worker and a host in one process do not wait for each other. */
function ownSession(session: Session, worker: string): Session {
  const connection = session.connection.another();
  const own = { ...session, connection };
  // BullMQ's locks have the name only, so that the next process of this worker can end the jobs of this one.
  const queues = new Queues(
    Object.assign({ token: worker }, own, {
      // A prompt whose worker gave no sign comes first.
      onStalled: (set: SetId) => void markWaiting(own, set, { priority: 0, round: 1 }).catch(() => undefined),
    }),
  );
  return { ...own, queues };
}

export const createWork = (session: Session): WorkFacet => ({
  async work(backend, options) {
    const { name: worker, server = `of ${worker}`, drain, report } = options;
    const reason = problemOfName(worker);
    if (reason !== undefined) throw queueFault("QUEUE_WORKER_NAME_INVALID", { worker, reason });
    const { controller, release } = linkedController(options.signal);
    const { signal } = controller;
    const own = ownSession(session, worker);
    const { connection, clock, settings } = own;
    const [blocking, messages] = [connection.another(), connection.another()];
    // A command that waits for prompts would keep the worker for some seconds.
    signal.addEventListener("abort", () => blocking.close(), { once: true });
    const token = `${worker}/${randomUUID().slice(0, 12)}`;
    const ending = AbortSignal.any([signal, drain]);
    let hasName = false;
    try {
      const presence = await takeName(own, {
        name: worker,
        token,
        // Before it has its name, the worker has nothing that a drain would have to wait for.
        signal: ending,
        onDelay: (error) => report({ type: "warning", problem: problemFor(error) }),
      });
      hasName = true;
      const limits = limitsOf(settings.lostSeconds * 1_000);
      const shared = { ...own, backend, server, signal, limits };
      const parts: WorkerParts = {
        ...shared,
        worker,
        token,
        drain,
        ending,
        report,
        presence,
        absence: new AbsenceWatch(clock, silenceMsOf(settings)),
        abilities: new Abilities(shared),
        meter: new Meter(clock),
        warnings: new Warnings(worker, report),
      };
      await new Worker(parts, { blocking, messages }, (why) => controller.abort(why)).work();
    } catch (error) {
      // The caller has ended the work, which is no failure.
      if (!options.signal.aborted && (hasName || !drain.aborted)) throw error;
    } finally {
      controller.abort();
      release();
      for (const open of [messages, blocking]) open.close();
      await closeSession(own);
    }
  },
});
