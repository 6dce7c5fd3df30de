// The tokens that the user has created to keep. The file is read for each lookup, so that changes by another process take effect.

import type { Clock } from "@pictor/host";
import { isSameDigest } from "./new-token.js";
import { readTokens, writeTokens, type TokenRecord } from "./token-file.js";

/** Milliseconds between two notes of the last use of a token or a session. */
export const useIntervalMs = 60_000;

export class StoredTokens {
  readonly #path: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #read: typeof readTokens;
  /** Ids of the tokens that are in use in this process. */
  readonly #used = new Set<string>();
  /** Changes of the file run one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(path: string, clock: Pick<Clock, "now">, read = readTokens) {
    this.#path = path;
    this.#clock = clock;
    this.#read = read;
  }

  list(): Promise<readonly TokenRecord[]> {
    return this.#read(this.#path);
  }

  /** `make` returns the record to add; nothing is written if it throws. */
  add(make: () => TokenRecord): Promise<TokenRecord> {
    return this.#change(async (tokens) => {
      const record = make();
      await writeTokens(this.#path, [...tokens, record]);
      return record;
    });
  }

  /** Removes those with these ids, and resolves to the ids of those that there were. */
  async remove(ids: ReadonlySet<string>): Promise<readonly string[]> {
    const removed = await this.#change(async (tokens) => {
      const rest = tokens.filter(({ id }) => !ids.has(id));
      if (rest.length < tokens.length) await writeTokens(this.#path, rest);
      return tokens.flatMap(({ id }) => (ids.has(id) ? [id] : []));
    });
    for (const id of ids) this.#used.delete(id);
    return removed;
  }

  /** The record of a token among `tokens`, which is noted as used. */
  async use(digest: string, tokens: readonly TokenRecord[]): Promise<TokenRecord | undefined> {
    const found = tokens.find((record) => isSameDigest(record.digest, digest));
    if (found === undefined) return undefined;
    this.watch(found.id);
    await this.#change(async (current) => {
      const record = current.find(({ id }) => id === found.id);
      const now = this.#clock.now();
      if (record === undefined || now - (record.lastUsedAtMs ?? 0) < useIntervalMs) return;
      const used = { ...record, lastUsedAtMs: now };
      await writeTokens(
        this.#path,
        current.map((other) => (other === record ? used : other)),
      );
    });
    return found;
  }

  /** Has `takeMissing` name the token once another process has removed it. */
  watch(id: string): void {
    this.#used.add(id);
  }

  /** The ids of the tokens in use that the file lacks now; each is named once. */
  async takeMissing(): Promise<readonly string[]> {
    // A token that is created and used while the file is read is missing in what was read.
    const known = [...this.#used];
    if (known.length === 0) return [];
    const kept = new Set((await this.list()).map(({ id }) => id));
    const missing = known.filter((id) => !kept.has(id));
    for (const id of missing) this.#used.delete(id);
    return missing;
  }

  #change<Result>(run: (tokens: readonly TokenRecord[]) => Promise<Result>): Promise<Result> {
    const result = this.#changes.then(async () => run(await this.list()));
    this.#changes = result.catch(() => undefined);
    return result;
  }
}
