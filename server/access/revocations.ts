// The tokens that were revoked since the server started, the listeners for revocations, and which token was made by the holder
// of which.

/** The ids of the tokens that the holder of a token has made, by the id of that token. */
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

  /**
   * Marks a token as revoked without calling the listeners: a request of its holder that was admitted before makes no
   * more tokens.
   */
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
