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

interface Entry {
  readonly record: TokenRecord;
  /** Time at which the record was last read from or written to the store. */
  readonly readAtMs: number;
  /** Whether a renewal has just failed, so that the record is used although it is stale. */
  readonly isLastResort: boolean;
  /** Whether the store could not save the record, for example because the disk is full. */
  readonly isUnsaved: boolean;
}

/** How long a change by another process may go unnoticed. */
const recentMs = 1_000;

export class TokenCache {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #hide: (secret: string) => void;
  readonly #entries = new Map<string, Entry>();
  /** Number of changes that this process has made, by key. */
  readonly #changes = new Map<string, number>();

  /** `hide` registers a secret for redaction in all logs and errors. */
  constructor(secrets: Secrets, clock: Clock, hide: (secret: string) => void) {
    this.#secrets = secrets;
    this.#clock = clock;
    this.#hide = hide;
  }

  /** Returns the record if it was read or written within the last second. */
  recent(key: string): Pick<Entry, "record" | "isLastResort"> | undefined {
    const entry = this.#entries.get(key);
    // The absolute value covers a clock that was set back.
    return entry !== undefined && Math.abs(this.#clock.now() - entry.readAtMs) < recentMs ? entry : undefined;
  }

  /** Reads the record from the store. */
  async read(setting: OAuthSetting, key: string): Promise<TokenLookup> {
    const changesBefore = this.#changes.get(key);
    const text = await this.#secrets.get(key);
    const parsed = text === undefined ? undefined : parseRecord(text);
    const record = parsed !== undefined && belongsTo(parsed, setting) ? parsed : undefined;
    const entry = this.#entries.get(key);
    if (entry?.isUnsaved === true && entry.record.obtainedAtMs >= (record?.obtainedAtMs ?? 0)) {
      await this.write(key, entry.record).catch(() => undefined);
      return { kind: "record", record: entry.record };
    }
    // A change that this process made during the read is newer than the record that was read.
    const isCurrent = this.#changes.get(key) === changesBefore;
    if (record === undefined) {
      if (isCurrent) this.#entries.delete(key);
      return { kind: text === undefined ? "none" : "damaged" };
    }
    if (isCurrent) this.#remember(key, record);
    return { kind: "record", record };
  }

  /** The record in the store, however old it is. */
  async stored(setting: OAuthSetting, key: string): Promise<TokenRecord | undefined> {
    const lookup = await this.read(setting, key);
    return lookup.kind === "record" ? lookup.record : undefined;
  }

  /** A record that cannot be saved stays in memory, and a later `read` tries again. */
  async write(key: string, record: TokenRecord): Promise<void> {
    this.#countChange(key);
    this.#remember(key, record, true);
    await this.#secrets.set(key, formatRecord(record));
    this.#remember(key, record);
  }

  async remove(key: string): Promise<void> {
    this.#countChange(key);
    this.#entries.delete(key);
    await this.#secrets.delete(key);
  }

  /** The keys in the store, and those of unsaved records. */
  async keys(): Promise<readonly string[]> {
    const unsaved = [...this.#entries].filter(([, { isUnsaved }]) => isUnsaved).map(([key]) => key);
    return [...new Set([...(await this.#secrets.keys()), ...unsaved])];
  }

  /** Marks the record as the best available for the next second, and returns it. */
  useAsLastResort(key: string): TokenRecord | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined)
      this.#entries.set(key, { ...entry, readAtMs: this.#clock.now(), isLastResort: true });
    return entry?.record;
  }

  #countChange(key: string): void {
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + 1);
  }

  #remember(key: string, record: TokenRecord, isUnsaved = false): void {
    for (const secret of [record.accessToken, record.refreshToken, record.idToken])
      if (secret !== undefined) this.#hide(secret);
    if (record.dpopKey !== undefined) secretsOfKey(record.dpopKey).forEach(this.#hide);
    this.#entries.set(key, { record, readAtMs: this.#clock.now(), isLastResort: false, isUnsaved });
  }
}
