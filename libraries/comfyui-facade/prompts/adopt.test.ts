// Clients that connect again at the same time.

import { expect, it, onTestFinished } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { createComfyFacade } from "../facade.js";
import type { FacadeBackend } from "../state/facade-state.js";

it("share one list of the prompts that wait", async () => {
  let lists = 0;
  const backend = {
    prompts: () => Promise.resolve(++lists && []),
    events: () => Promise.resolve(() => undefined),
    facets: {},
  } as unknown as FacadeBackend;
  const clock = createFakeClock();
  const facade = createComfyFacade({ backend, name: "farm", clock, logger: { warn: () => undefined } });
  onTestFinished(() => {
    facade.close();
  });
  const handlers = { message: () => undefined, close: () => undefined };
  const ids = Array.from({ length: 20 }, (_, index) => `client-${index}`);
  await Promise.all(ids.map((id) => facade.connect({ path: `/ws?clientId=${id}` }, handlers)));
  expect(lists).toBe(1);
});
