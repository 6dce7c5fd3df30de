// Which servers with the same folder live: each holds a lock until it is closed, so that another one that starts
// follows the jobs of those alone that have ended.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ensureFolder, realClock } from "@pictor/kernel";
import { LockBusy, withLock, type LockOptions } from "@pictor/locks";

/** A lock is never taken from a process that stands still: its server follows its jobs again when it goes on. */
const options: LockOptions = { clock: realClock, limitMs: 0, takesFromLiving: false };

export class LivingServers {
  /** The id of this server. */
  readonly id = randomUUID();
  readonly #folder: string;
  #end: () => void = () => undefined;
  #held: Promise<void> = Promise.resolve();

  /** `folder` is that of the locks. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes this server one that lives. Rejects with errors of the system. */
  async enter(): Promise<void> {
    await ensureFolder(this.#folder, 0o700);
    await new Promise<void>((resolve, reject) => {
      const living = new Promise<void>((end) => {
        this.#end = end;
      });
      const held = withLock(this.#path(this.id), options, () => {
        resolve();
        return living;
      });
      held.catch(reject);
      // A lock that was lost while this process stood still is another's matter.
      this.#held = held.catch(() => undefined);
    });
  }

  /**
   * Those of the servers that have ended. Of a server on another machine only its lock tells: it is watched for 10 s.
   * Rejects with errors of the system.
   */
  async ended(ids: Iterable<string>): Promise<ReadonlySet<string>> {
    const found = [...ids].map(async (id) => ((await this.#hasEnded(id)) ? [id] : []));
    return new Set((await Promise.all(found)).flat());
  }

  /** Resolves when the others know that this server has ended. */
  async leave(): Promise<void> {
    this.#end();
    await this.#held;
  }

  #path(id: string): string {
    return join(this.#folder, id);
  }

  async #hasEnded(id: string): Promise<boolean> {
    try {
      return await withLock(this.#path(id), options, () => Promise.resolve(true));
    } catch (error) {
      if (error instanceof LockBusy) return false;
      throw error;
    }
  }
}
