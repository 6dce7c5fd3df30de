// The records of this process: what was last seen of the store, so that sending costs no look into it.

import type { Clock, Secrets } from "@pictor/kernel/plugin";
import type { OAuthSetting } from "../setting.js";
import { belongsTo, formatRecord, parseRecord, type TokenRecord } from "./record.js";

/** What is under a key. A damaged record counts as none, and is told. */
export type Kept =
  | { readonly kind: "none" }
  | { readonly kind: "damaged" }
  | { readonly kind: "record"; readonly record: TokenRecord };

export const recordIn = (kept: Kept): TokenRecord | undefined =>
  kept.kind === "record" ? kept.record : undefined;

interface Held {
  readonly record: TokenRecord;
  readonly seenAtMs: number;
  /** Nothing better could be had just now. */
  readonly isBest: boolean;
  /** The store does not have it: the disk was full. */
  readonly isUnsaved: boolean;
}

export interface Shelf {
  /** What was seen within the last second. */
  recent(key: string): Pick<Held, "record" | "isBest"> | undefined;
  read(setting: OAuthSetting, key: string): Promise<Kept>;
  /** What cannot be written stays here, and is written with a later read. */
  write(key: string, record: TokenRecord): Promise<void>;
  remove(key: string): Promise<void>;
  /** Of the store, and of what could not be written to it yet. */
  keys(): Promise<readonly string[]>;
  /** Notes that nothing better can be had just now; gives what there is. */
  settleFor(key: string): TokenRecord | undefined;
}

/** The longest time for which a change by another process goes unseen. Milliseconds. */
const recentMs = 1_000;

export interface ShelfDependencies {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** From now on the text is hidden in every log and error. */
  readonly hide: (secret: string) => void;
}

export function createShelf({ secrets, clock, hide }: ShelfDependencies): Shelf {
  const held = new Map<string, Held>();
  /** How often this process has changed what is under a key. */
  const changes = new Map<string, number>();
  const changing = (key: string): void => {
    changes.set(key, (changes.get(key) ?? 0) + 1);
  };
  const hold = (key: string, record: TokenRecord, state: Partial<Held> = {}): void => {
    for (const secret of [record.accessToken, record.refreshToken, record.idToken])
      if (secret !== undefined) hide(secret);
    held.set(key, { record, seenAtMs: clock.now(), isBest: false, isUnsaved: false, ...state });
  };

  const shelf: Shelf = {
    recent(key) {
      const entry = held.get(key);
      // A clock that was set back is no reason to trust an old look.
      return entry !== undefined && Math.abs(clock.now() - entry.seenAtMs) < recentMs ? entry : undefined;
    },
    async read(setting, key) {
      const before = changes.get(key);
      const text = await secrets.get(key);
      const found = text === undefined ? undefined : parseRecord(text);
      const record = found !== undefined && belongsTo(found, setting) ? found : undefined;
      const mine = held.get(key);
      if (mine?.isUnsaved === true && mine.record.obtainedAtMs >= (record?.obtainedAtMs ?? 0)) {
        await shelf.write(key, mine.record).catch(() => undefined);
        return { kind: "record", record: mine.record };
      }
      // What was changed while the store was asked is newer than its answer.
      const isLast = changes.get(key) === before;
      if (record === undefined) {
        if (isLast) held.delete(key);
        return { kind: text === undefined ? "none" : "damaged" };
      }
      if (isLast) hold(key, record);
      return { kind: "record", record };
    },
    async write(key, record) {
      changing(key);
      hold(key, record, { isUnsaved: true });
      await secrets.set(key, formatRecord(record));
      hold(key, record);
    },
    async remove(key) {
      changing(key);
      held.delete(key);
      await secrets.delete(key);
    },
    async keys() {
      const unsaved = [...held].filter(([, { isUnsaved }]) => isUnsaved).map(([key]) => key);
      return [...new Set([...(await secrets.keys()), ...unsaved])];
    },
    settleFor(key) {
      const entry = held.get(key);
      if (entry !== undefined) held.set(key, { ...entry, seenAtMs: clock.now(), isBest: true });
      return entry?.record;
    },
  };
  return shelf;
}
