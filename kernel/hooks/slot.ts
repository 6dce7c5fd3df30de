// One hook: its taps, their order, and the tapable hooks that run them. Adding or removing a tap makes new ones
// (tapable has no un-tap), while calls in flight finish on the old.

import { orderTaps } from "./order.js";
import type { Tap } from "./tap.js";
import type { ChainEntry } from "../contract/hooks.js";
import type { HookDefinition } from "./definition.js";

export class HookSlot {
  readonly definition: HookDefinition;
  #taps: readonly Tap[] = [];
  #chain: readonly Tap[] | undefined;
  #segments = new Map<string, unknown>();

  constructor(definition: HookDefinition) {
    this.definition = definition;
  }

  /** Adds a tap; the returned function removes it, once. */
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

  /** A part of the chain as a compiled hook, kept under `key` until the taps change. */
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
