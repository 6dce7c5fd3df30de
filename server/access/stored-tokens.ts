// The tokens that the user has created to keep. The file is read for each lookup, so that changes by another process
// take effect, and is changed under a lock, so that a token that one process has revoked is not written again by
// another.

import type { Quota } from "@pictor/client";
import type { Clock } from "@pictor/kernel";
import { changeJsonFile } from "../files/json-file.js";
import { isSameDigest } from "./new-token.js";
import { readTokens, type TokenRecord } from "./token-file.js";

/** Milliseconds between two notes of the last use of a token or a session. */
export const useIntervalMs = 60_000;

export class StoredTokens {
  readonly #path: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #read: typeof readTokens;
  /** Ids of the tokens that are in use in this process. */
  readonly #used = new Set<string>();
  /** When this process has last noted, or tried to note, the use of a token. */
  readonly #noted = new Map<string, number>();
  /** Changes by this process run one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(path: string, clock: Pick<Clock, "now">, read = readTokens) {
    this.#path = path;
    this.#clock = clock;
    this.#read = read;
  }

  list(): Promise<readonly TokenRecord[]> {
    return this.#read(this.#path);
  }

  /** `permit` is called when no other process changes the file; nothing is written if it throws. */
  add(record: TokenRecord, permit: () => void): Promise<void> {
    return this.#change((tokens) => {
      permit();
      return [...tokens, record];
    });
  }

  /** Replaces the quota of a token. Resolves to the token; undefined if there is none with this id. */
  async setQuota(id: string, quota: Quota): Promise<TokenRecord | undefined> {
    let changed: TokenRecord | undefined;
    await this.#change((tokens) =>
      tokens.map((record) => {
        if (record.id !== id) return record;
        const { quota: _before, ...rest } = record;
        changed = Object.keys(quota).length === 0 ? rest : { ...rest, quota };
        return changed;
      }),
    );
    return changed;
  }

  /** Removes the tokens with these ids. Resolves to the ids that were in the file. */
  async remove(ids: ReadonlySet<string>): Promise<readonly string[]> {
    const isThere = ({ id }: TokenRecord): boolean => ids.has(id);
    // Waits for tokens that are still being added.
    await this.#changes;
    const removed: string[] = [];
    if ((await this.list()).some(isThere))
      await this.#change((tokens) => {
        removed.push(...tokens.filter(isThere).map(({ id }) => id));
        return tokens.filter((token) => !isThere(token));
      });
    for (const id of ids) this.#used.delete(id);
    return removed;
  }

  /**
   * Finds the record of a token among `tokens`, and notes its use. The token is valid even if the note cannot be
   * written.
   */
  async use(digest: string, tokens: readonly TokenRecord[]): Promise<TokenRecord | undefined> {
    const found = tokens.find((record) => isSameDigest(record.digest, digest));
    if (found === undefined) return undefined;
    this.watch(found.id);
    const lastUsedAtMs = this.#clock.now();
    const noted = Math.max(found.lastUsedAtMs ?? 0, this.#noted.get(found.id) ?? 0);
    if (lastUsedAtMs - noted < useIntervalMs) return found;
    this.#noted.set(found.id, lastUsedAtMs);
    await this.#change((current) =>
      current.map((record) => (record.id === found.id ? { ...record, lastUsedAtMs } : record)),
    ).catch(() => undefined);
    return found;
  }

  /** Has `takeMissing` name the token once another process has removed it. */
  watch(id: string): void {
    this.#used.add(id);
  }

  /** The ids of the tokens in use that are no longer in the file. Each id is returned once. */
  async takeMissing(): Promise<readonly string[]> {
    // A token that is created and used while the file is being read is missing from what was read.
    const known = [...this.#used];
    if (known.length === 0) return [];
    const kept = new Set((await this.list()).map(({ id }) => id));
    const missing = known.filter((id) => !kept.has(id));
    for (const id of missing) this.#used.delete(id);
    return missing;
  }

  #change(edit: (tokens: readonly TokenRecord[]) => readonly TokenRecord[]): Promise<void> {
    const changed = this.#changes.then(() => changeJsonFile(this.#path, () => this.list(), edit));
    this.#changes = changed.catch(() => undefined);
    return changed;
  }
}
