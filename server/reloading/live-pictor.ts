// A Pictor that can be replaced while the server runs: every part of the server holds one view, which forwards to the current
// Pictor.

import type { Pictor } from "@pictor/host";

/** An object whose members are looked up at every use. */
function viewOf<Target extends object>(current: () => Target, depth = 0): Target {
  const member = (key: PropertyKey): unknown => {
    const value: unknown = Reflect.get(current(), key);
    if (typeof value === "function")
      return (...args: readonly unknown[]): unknown =>
        Reflect.apply(Reflect.get(current(), key) as never, current(), args);
    // Callers may keep members such as `profiles`, so they are views, too. Deeper values are data.
    const isMember = depth === 0 && typeof value === "object" && value !== null && !Array.isArray(value);
    return isMember ? viewOf(() => Reflect.get(current(), key) as object, depth + 1) : value;
  };
  return new Proxy({} as Target, {
    get: (_target, key) => member(key),
    has: (_target, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_target, key) =>
      Reflect.has(current(), key)
        ? { value: member(key), enumerable: true, configurable: true, writable: false }
        : undefined,
  });
}

/** The Pictor of a server. */
export class LivePictor {
  /** Always the current one. */
  readonly view: Pictor;
  #current: Pictor;

  constructor(first: Pictor) {
    this.#current = first;
    this.view = viewOf(() => this.#current);
  }

  /** Makes `next` the target of `view`. Returns the previous Pictor, which the caller disposes. */
  replace(next: Pictor): Pictor {
    const before = this.#current;
    this.#current = next;
    return before;
  }
}
