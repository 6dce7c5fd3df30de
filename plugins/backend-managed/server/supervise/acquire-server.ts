// The ways to acquire a server: join the running one, start one if none runs, or restart it.

import type { WorkOptions } from "../../instance.js";
import { withServerLock } from "../../locks/server-lock.js";
import { findServer } from "../record/find-server.js";
import { removeRecord, type Ownership } from "../record/run-record.js";
import type { TrackedServer } from "../record/server-context.js";
import { joinOrSpawn, joinServer } from "../start/join-or-spawn.js";
import type { SupervisorContext } from "../state/server-tracker.js";
import { stopServer } from "../stop/stop-server.js";

/** A way to acquire a server. Settles with undefined when there is no server to join. */
export type Acquire = (work: WorkOptions) => Promise<TrackedServer | undefined>;

/**
 * `takesOver` tells whether this process takes over a server whose owner was killed. `prepare` recovers the installation and
 * settles with the device that torch was installed for.
 */
export function createAcquisitions(
  context: SupervisorContext,
  takesOver: () => boolean,
  prepare: (work: WorkOptions) => Promise<string | undefined>,
) {
  const { instance, ownIdentity, tracker } = context;
  const join =
    (ownership?: Ownership): Acquire =>
    (work) =>
      withServerLock(instance, () => joinServer(context, { ownership, takesOver: takesOver() }), work);

  return {
    join,
    joinOrStart: (ownership: Ownership) => async (work: WorkOptions) => {
      // A running server uses the installation, so interrupted changes of it are not recovered now.
      if ((await findServer(context)).kind === "server") return join(ownership)(work);
      const torchDevice = await prepare(work);
      const options = { ...work, ownership, torchDevice, takesOver: takesOver() };
      const start = (signal: AbortSignal) => joinOrSpawn(context, { ...options, signal });
      return withServerLock(instance, start, work);
    },
    /** The new server receives the ownership of the stopped one. */
    async stopAndStart(work: WorkOptions) {
      const torchDevice = await prepare(work);
      const restart = async (signal: AbortSignal): Promise<TrackedServer> => {
        const stopping = { ...work, signal, interruptsPrompt: true, isRestart: true };
        const stopped = await stopServer(context, stopping);
        tracker.dispatch({ type: "launching" });
        const ownership = stopped ?? { owner: await ownIdentity(), keep: false };
        try {
          const options = { ...work, signal, ownership, torchDevice, takesOver: true };
          return await joinOrSpawn(context, options);
        } catch (error) {
          if (stopped !== undefined) await removeRecord(instance.layout.runState);
          throw error;
        }
      };
      return withServerLock(instance, restart, work);
    },
  };
}
