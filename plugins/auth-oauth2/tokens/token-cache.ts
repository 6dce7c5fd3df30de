// Caches token records in memory in front of the secret store, which most requests then need not read.

import type { Clock, Secrets } from "@pictor/kernel/plugin";
import { secretsOfKey } from "../dpop/dpop-key.js";
import type { OAuthSetting } from "../setting.js";
import { belongsTo, formatRecord, parseRecord, type TokenRecord } from "./token-record.js";

/** The result of looking up a key. `damaged`: the stored text is not a valid record of the setting. */
export type TokenLookup =
  | { readonly kind: "none" }
  | { readonly kind: "damaged" }
  | { readonly kind: "record"; readonly record: TokenRecord };

export const recordIn = (lookup: TokenLookup): TokenRecord | undefined =>
  lookup.kind === "record" ? lookup.record : undefined;

interface Entry {
  readonly record: TokenRecord;
  /** Time at which the record was last read from or written to the store. */
  readonly readAtMs: number;
  /** Whether a renewal has just failed, so that the record is used although it is stale. */
  readonly isLastResort: boolean;
  /** Whether the store could not save the record, for example because the disk is full. */
  readonly isUnsaved: boolean;
}

export interface TokenCache {
  /** Returns the record if it was read or written within the last second. */
  recent(key: string): Pick<Entry, "record" | "isLastResort"> | undefined;
  /** Reads the record from the store. */
  read(setting: OAuthSetting, key: string): Promise<TokenLookup>;
  /** A record that cannot be saved stays in memory, and a later `read` tries again. */
  write(key: string, record: TokenRecord): Promise<void>;
  remove(key: string): Promise<void>;
  /** The keys in the store, and those of unsaved records. */
  keys(): Promise<readonly string[]>;
  /** Marks the record as the best available for the next second, and returns it. */
  useAsLastResort(key: string): TokenRecord | undefined;
}

/** How long a change by another process may go unnoticed. */
const recentMs = 1_000;

export interface TokenCacheDependencies {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Registers a secret for redaction in all logs and errors. */
  readonly hide: (secret: string) => void;
}

export function createTokenCache({ secrets, clock, hide }: TokenCacheDependencies): TokenCache {
  const entries = new Map<string, Entry>();
  /** Number of changes that this process has made, by key. */
  const changes = new Map<string, number>();
  const countChange = (key: string): void => {
    changes.set(key, (changes.get(key) ?? 0) + 1);
  };
  const remember = (key: string, record: TokenRecord, isUnsaved = false): void => {
    for (const secret of [record.accessToken, record.refreshToken, record.idToken])
      if (secret !== undefined) hide(secret);
    if (record.dpopKey !== undefined) secretsOfKey(record.dpopKey).forEach(hide);
    entries.set(key, { record, readAtMs: clock.now(), isLastResort: false, isUnsaved });
  };

  const cache: TokenCache = {
    recent(key) {
      const entry = entries.get(key);
      // The absolute value covers a clock that was set back.
      return entry !== undefined && Math.abs(clock.now() - entry.readAtMs) < recentMs ? entry : undefined;
    },
    async read(setting, key) {
      const changesBefore = changes.get(key);
      const text = await secrets.get(key);
      const parsed = text === undefined ? undefined : parseRecord(text);
      const record = parsed !== undefined && belongsTo(parsed, setting) ? parsed : undefined;
      const entry = entries.get(key);
      if (entry?.isUnsaved === true && entry.record.obtainedAtMs >= (record?.obtainedAtMs ?? 0)) {
        await cache.write(key, entry.record).catch(() => undefined);
        return { kind: "record", record: entry.record };
      }
      // A change that this process made during the read is newer than the record that was read.
      const isCurrent = changes.get(key) === changesBefore;
      if (record === undefined) {
        if (isCurrent) entries.delete(key);
        return { kind: text === undefined ? "none" : "damaged" };
      }
      if (isCurrent) remember(key, record);
      return { kind: "record", record };
    },
    async write(key, record) {
      countChange(key);
      remember(key, record, true);
      await secrets.set(key, formatRecord(record));
      remember(key, record);
    },
    async remove(key) {
      countChange(key);
      entries.delete(key);
      await secrets.delete(key);
    },
    async keys() {
      const unsaved = [...entries].filter(([, { isUnsaved }]) => isUnsaved).map(([key]) => key);
      return [...new Set([...(await secrets.keys()), ...unsaved])];
    },
    useAsLastResort(key) {
      const entry = entries.get(key);
      if (entry !== undefined) entries.set(key, { ...entry, readAtMs: clock.now(), isLastResort: true });
      return entry?.record;
    },
  };
  return cache;
}
