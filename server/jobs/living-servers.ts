// Which servers with the same folder are alive. Each holds a lock until it is closed, so that a starting server takes over only
// the jobs of servers that have ended.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ensureFolder, realClock } from "@pictor/kernel";
import { LockBusy, withLock, type LockOptions } from "@pictor/locks";

/** A lock is never taken from a suspended process: its server follows its jobs again when the process is resumed. */
const options: LockOptions = { clock: realClock, limitMs: 0, takesFromLiving: false };

export class LivingServers {
  /** The id of this server. */
  readonly id = randomUUID();
  readonly #folder: string;
  #end: () => void = () => undefined;
  #held: Promise<void> = Promise.resolve();

  /** `folder` is the folder of the locks. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Registers this server as alive. Rejects with errors of the system. */
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
      // If the lock was lost while this process was suspended, another server has it.
      this.#held = held.catch(() => undefined);
    });
  }

  /**
   * The servers among `ids` that have ended. For a server on another machine only its lock can tell, so the lock is
   * watched for 10 s. Rejects with errors of the system.
   */
  async ended(ids: Iterable<string>): Promise<ReadonlySet<string>> {
    const found = [...ids].map(async (id) => ((await this.#hasEnded(id)) ? [id] : []));
    return new Set((await Promise.all(found)).flat());
  }

  /** Resolves when other servers can see that this server has ended. */
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
