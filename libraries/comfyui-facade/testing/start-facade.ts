// A facade on a held clock, over a backend that has the calls of a test and nothing else: no prompts, no catalog, no events.

import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { createComfyFacade, type ComfyFacade } from "../facade.js";
import type { FacadeBackend } from "../state/facade-state.js";

/** Closed at the end of the test. `warn` receives what the facade logs. */
export function startFacade(
  calls: { readonly [Name in keyof FacadeBackend]?: unknown },
  warn: (message: string) => void = () => undefined,
): { readonly facade: ComfyFacade; readonly clock: FakeClock } {
  const backend = {
    prompts: () => Promise.resolve([]),
    fetchSubmission: () => Promise.resolve(undefined),
    catalog: () => Promise.resolve(new Map()),
    events: () => Promise.resolve(() => undefined),
    facets: {},
    ...calls,
  } as unknown as FacadeBackend;
  const clock = createFakeClock();
  const facade = createComfyFacade({ backend, name: "farm", clock, logger: { warn } });
  onTestFinished(() => facade.close());
  return { facade, clock };
}
