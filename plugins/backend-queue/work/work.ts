// The facet `work`: takes prompts from the queue and runs them on a server, one at a time.

import { randomUUID } from "node:crypto";
import { linkedController, problemFor, type WorkFacet } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { createAbsenceWatch } from "../protocol/absence.js";
import { problemOfName } from "../protocol/worker-record.js";
import { silenceMsOf } from "../redis/keys.js";
import { markWaiting } from "../sets/heads.js";
import { Queues } from "../sets/queues.js";
import { takeName } from "./presence.js";
import { workLoop } from "./work-loop.js";

/** The facet uses connections of its own, so that a worker and a host in one process do not wait for each other. */
export const createWork = (session: Session): WorkFacet => ({
  async work(backend, options) {
    const { name } = options;
    const reason = problemOfName(name);
    if (reason !== undefined) throw queueFault("QUEUE_WORKER_NAME_INVALID", { worker: name, reason });
    const { controller, release } = linkedController(options.signal);
    const { signal } = controller;
    const lockMs = session.settings.lockSeconds * 1_000;
    const own: Session = { ...session, connection: session.connection.another() };
    const { connection, keys, clock } = own;
    const blocking = connection.another();
    const messages = connection.another();
    // A command that waits for prompts would keep the worker for some seconds.
    signal.addEventListener("abort", () => blocking.close(), { once: true });
    const token = `${name}/${randomUUID().slice(0, 12)}`;
    // BullMQ's locks have the name only, so that the next process of this worker can end the jobs of this one.
    const queues = new Queues({
      session: own,
      token: name,
      // A prompt whose worker gave no sign comes first.
      onStalled(set) {
        markWaiting(connection, keys, set, { priority: 0, round: 1 }).catch(() => undefined);
      },
    });
    let hasName = false;
    try {
      const presence = await takeName(own, {
        name,
        token,
        // Before it has its name, the worker has nothing that a drain would have to wait for.
        signal: AbortSignal.any([signal, options.drain]),
        onDelay(error) {
          options.report({ type: "warning", problem: problemFor(error) });
        },
      });
      hasName = true;
      const absence = createAbsenceWatch(clock, silenceMsOf(lockMs));
      await workLoop(backend, {
        ...options,
        session: own,
        queues,
        blocking,
        messages,
        token,
        presence,
        absence,
        controller,
        signal,
      });
    } catch (error) {
      // The caller has ended the work, which is no failure.
      if (!options.signal.aborted && (hasName || !options.drain.aborted)) throw error;
    } finally {
      controller.abort();
      release();
      await queues.close();
      for (const open of [messages, blocking, connection]) open.close();
    }
  },
});
