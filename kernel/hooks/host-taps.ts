// Taps of the host's own code: the same chains, with a disposer in hand.

import { fault } from "../errors/catalogue.js";
import type { Hooks } from "./hooks.js";
import { placesOf } from "./order.js";
import { limits, type Tap } from "./tap.js";
import { hookNames, type Band, type Handler, type HookName, type Phase, type TapOptions } from "./types.js";
import type { Kernel } from "../types.js";

type Options = TapOptions & { readonly name?: string };

function placeOf(hook: HookName, { band, phase, name = "host" }: Options): Band | Phase {
  const place = hook === "buildWorkflow" ? (phase ?? "prepare") : (band ?? "default");
  const known = placesOf(hook);
  if (known.includes(place)) return place;
  throw fault("HOOK_PLACE_UNKNOWN", { hook, place, owner: name, known: known.join(", ") });
}

const tapOf = (hook: HookName, options: Options, handler: Handler, count: number): Tap => ({
  hook,
  owner: options.name ?? "host",
  // Numbered, so that several taps of one owner keep the order in which they were made.
  handler: `host-${String(count).padStart(9, "0")}`,
  place: placeOf(hook, options),
  after: options.after ?? [],
  when: (options.when ?? {}) as Readonly<Record<string, unknown>>,
  timeoutMs: Math.min(options.timeoutMs ?? limits[hook], limits[hook]),
  resolve: () => handler,
  ready: handler,
});

export function createHostTaps(hooks: Hooks): Kernel["hooks"] {
  let count = 0;
  const entries = hookNames.map((hook) => {
    const tap = (options: Options, handler: Handler): (() => void) => {
      const slot = hooks.slot(hook);
      const remove = slot.add(tapOf(hook, options, handler, count++));
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
  return Object.freeze(Object.fromEntries(entries)) as unknown as Kernel["hooks"];
}
