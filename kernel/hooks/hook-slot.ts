// One hook: its taps, their order, and the tapable hooks that run them. tapable cannot remove a tap, so every change
// creates new tapable hooks, while calls in progress finish on the old ones.

import { orderTaps } from "./order-taps.js";
import type { Tap } from "./tap.js";
import type { ChainEntry } from "../contract/hooks.js";
import type { HookDefinition } from "./hook-definition.js";

export class HookSlot {
  readonly definition: HookDefinition;
  #taps: readonly Tap[] = [];
  #chain: readonly Tap[] | undefined;
  #segments = new Map<string, unknown>();

  constructor(definition: HookDefinition) {
    this.definition = definition;
  }

  /** Adds a tap. The returned function removes it; repeated calls have no effect. */
  add(tap: Tap): () => void {
    this.#replace([...this.#taps, tap]);
    return () => {
      if (this.#taps.includes(tap)) this.#replace(this.#taps.filter((entry) => entry !== tap));
    };
  }

  #replace(taps: readonly Tap[]): void {
    this.#taps = taps;
    this.#chain = undefined;
    this.#segments = new Map();
  }

  get size(): number {
    return this.#taps.length;
  }

  /** The taps in the order in which they run. */
  chain(): readonly Tap[] {
    return (this.#chain ??= orderTaps(this.definition, this.#taps));
  }

  /** Compiles a part of the chain. The result is cached under `key` until the taps change. */
  segment<Compiled>(
    key: string,
    pick: (tap: Tap) => boolean,
    compile: (taps: readonly Tap[]) => Compiled,
  ): Compiled {
    let found = this.#segments.get(key);
    if (found === undefined) {
      found = compile(this.chain().filter(pick));
      this.#segments.set(key, found);
    }
    return found as Compiled;
  }

  inspect(): readonly ChainEntry[] {
    return this.chain().map(({ owner, handler, place, after, when, timeoutMs }) => ({
      owner,
      handler,
      place,
      after,
      when,
      timeoutMs,
    }));
  }
}
