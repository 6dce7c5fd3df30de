// Objects that are open for capability sets, such as BullMQ's: each is opened when it is needed first.

import type { SetId } from "./jobs.js";

interface Closable {
  waitUntilReady(): Promise<unknown>;
  close(force?: boolean): Promise<void>;
}

/** Keeps at most `longest` objects, those that were used last. One that could not be opened is opened again. */
export class Opened<Kind extends Closable> {
  private readonly known = new Map<SetId, Promise<Kind>>();
  private readonly open: (set: SetId) => Kind;
  private readonly longest: number;

  constructor(open: (set: SetId) => Kind, longest = Infinity) {
    this.open = open;
    this.longest = longest;
  }

  get(set: SetId): Promise<Kind> {
    const found = this.known.get(set) ?? this.begin(set);
    this.known.delete(set);
    this.known.set(set, found);
    for (const [old] of this.known) if (this.known.size > this.longest) void this.drop(old);
    return found;
  }

  private async begin(set: SetId): Promise<Kind> {
    const made = this.open(set);
    try {
      await made.waitUntilReady();
      return made;
    } catch (error) {
      this.known.delete(set);
      await made.close(true).catch(() => undefined);
      throw error;
    }
  }

  async drop(set: SetId): Promise<void> {
    const found = this.known.get(set);
    this.known.delete(set);
    await found?.then((made) => made.close(true)).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([...this.known.keys()].map((set) => this.drop(set)));
  }
}
