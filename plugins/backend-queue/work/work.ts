// The facet `work`: takes prompts from the queue and runs them on a server, one at a time.

import { randomUUID } from "node:crypto";
import { linkedController, problemFor, type WorkFacet } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { createAbsenceWatch } from "../protocol/absence.js";
import { problemOfName } from "../protocol/worker-record.js";
import { silenceMsOf } from "../redis/keys.js";
import { openBull } from "../sets/bull.js";
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
    const { connection, keys, packages, clock } = own;
    const blocking = connection.another();
    const messages = connection.another();
    // A command that waits for prompts would keep the worker for some seconds.
    signal.addEventListener(
      "abort",
      () => {
        blocking.close();
      },
      { once: true },
    );
    const token = `${name}/${randomUUID().slice(0, 12)}`;
    // BullMQ's locks have the name only, so that the next process of this worker can end the jobs of this one.
    const bull = openBull({ packages, connection, keys, token: name, lockMs, now: () => clock.now() });
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
        bull,
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
      await bull.close();
      for (const open of [messages, blocking, connection]) open.close();
    }
  },
});
