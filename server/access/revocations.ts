// Which tokens were revoked since the server started, who is told, and which tokens the holder of another one has made.

/** The ids of the tokens that the holders of other tokens have made, by the ids of those. */
export class MadeTokens {
  readonly #ids = new Map<string, string[]>();

  note(id: string, maker: string | undefined): void {
    if (maker === undefined) return;
    const ids = this.#ids.get(maker);
    if (ids === undefined) this.#ids.set(maker, [id]);
    else ids.push(id);
  }

  by(maker: string): readonly string[] {
    return this.#ids.get(maker) ?? [];
  }
}

export class Revocations {
  readonly made = new MadeTokens();
  readonly #listeners = new Set<(id: string) => void>();
  readonly #revoked = new Set<string>();

  /** Tells nobody: a request of its holder that was admitted before makes no token from here on. */
  bar(id: string): void {
    this.#revoked.add(id);
  }

  notify(id: string): void {
    this.bar(id);
    for (const listener of this.#listeners) listener(id);
  }

  has(id: string): boolean {
    return this.#revoked.has(id);
  }

  /** Returns the function that removes the listener. */
  onRevoked(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
