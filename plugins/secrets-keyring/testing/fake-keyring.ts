// A keyring in memory that can fail, and a store that uses it.

import { join } from "node:path";
import type { Clock } from "@pictor/kernel/plugin";
import { createFakeClock, createTestFolder, silentLogger } from "@pictor/host/testing";
import type { KeyringModule } from "../data-key.js";
import { openKeyringStore } from "../keyring-store.js";

export interface FakeKeyring {
  readonly module: KeyringModule;
  /** Passwords by service and account. */
  readonly entries: Map<string, string>;
  /** Calls in order: `read` or `write`. */
  readonly calls: string[];
  /** The options of each entry. */
  readonly pins: (object | undefined)[];
  /** From now on every call rejects with this message. */
  fault?: string;
}

export function fakeKeyring(): FakeKeyring {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  const pins: (object | undefined)[] = [];
  class AsyncEntry {
    readonly #name: string;
    constructor(service: string, account: string, options?: object) {
      this.#name = `${service}/${account}`;
      pins.push(options);
    }
    #asked(call: string): void {
      calls.push(call);
      if (keyring.fault !== undefined) throw new Error(keyring.fault);
    }
    async getPassword(): Promise<string | null> {
      this.#asked("read");
      return entries.get(this.#name) ?? null;
    }
    async setPassword(password: string): Promise<void> {
      this.#asked("write");
      entries.set(this.#name, password);
    }
  }
  const keyring: FakeKeyring = { module: { AsyncEntry }, entries, calls, pins };
  return keyring;
}

export async function createStoreFixture() {
  const folder = createTestFolder();
  const path = join(folder, "below", "secrets.keyring.json");
  const keyring = fakeKeyring();
  const clock = createFakeClock();
  return {
    path,
    keyring,
    /** Each call opens another store, as another process would. */
    open: (storeClock: Clock = clock) =>
      openKeyringStore({
        path,
        clock: storeClock,
        logger: silentLogger,
        importKeyring: () => Promise.resolve(keyring.module),
      }),
  };
}
