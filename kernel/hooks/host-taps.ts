// Taps of host code, in the same chains as those of plugins.

import { fault } from "../base/errors/error-catalog.js";
import type { Hooks } from "./hooks.js";
import type { HookDefinition } from "./hook-definition.js";
import type { Tap } from "./tap.js";
import { hookNames, type Band, type Phase } from "../contract/hook-names.js";
import type { Handler, TapOptions } from "../contract/hooks.js";
import type { KernelView } from "../contract/kernel.js";

type Options = TapOptions & { readonly name?: string };

function placeOf(hook: HookDefinition, { band, phase, name: owner = "host" }: Options): Band | Phase {
  const place = (hook.placeKind === "phase" ? phase : band) ?? hook.defaultPlace;
  if (hook.places.includes(place)) return place;
  throw fault("HOOK_PLACE_UNKNOWN", { hook: hook.name, place, owner, known: hook.places.join(", ") });
}

const tapOf = (hook: HookDefinition, options: Options, handler: Handler, count: number): Tap => ({
  hook: hook.name,
  owner: options.name ?? "host",
  // The name has a number with leading zeros, so that several taps of one owner keep their order of registration.
  handler: `host-${String(count).padStart(9, "0")}`,
  place: placeOf(hook, options),
  after: options.after ?? [],
  when: (options.when ?? {}) as Readonly<Record<string, unknown>>,
  timeoutMs: Math.min(options.timeoutMs ?? hook.limitMs, hook.limitMs),
  resolve: () => handler,
  loadedHandler: handler,
});

export function createHostTaps(hooks: Hooks): KernelView["hooks"] {
  let count = 0;
  const entries = hookNames.map((hook) => {
    const tap = (options: Options, handler: Handler): (() => void) => {
      const slot = hooks.slot(hook);
      const remove = slot.add(tapOf(slot.definition, options, handler, count++));
      try {
        slot.chain();
      } catch (error) {
        remove();
        throw error;
      }
      return remove;
    };
    return [hook, Object.freeze({ tap })] as const;
  });
  return Object.freeze(Object.fromEntries(entries)) as unknown as KernelView["hooks"];
}
