// Clients that connect again at the same time.

import { expect, it } from "vitest";
import { startFacade } from "../testing/start-facade.js";

it("share one list of the prompts that wait", async () => {
  let lists = 0;
  const { facade } = startFacade({ prompts: () => Promise.resolve(++lists && []) });
  const handlers = { message: () => undefined, close: () => undefined };
  const ids = Array.from({ length: 20 }, (_, index) => `client-${index}`);
  await Promise.all(ids.map((id) => facade.connect({ path: `/ws?clientId=${id}` }, handlers)));
  expect(lists).toBe(1);
});
