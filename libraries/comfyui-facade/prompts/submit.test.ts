// Submissions that do not reach the backend.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { fault } from "@pictor/kernel/plugin";
import { createComfyFacade } from "../facade.js";
import type { FacadeBackend } from "../state/facade-state.js";

const unreachable = (systemCode: string) =>
  fault(
    "BACKEND_UNREACHABLE",
    { url: "redis://farm:6379", reason: "no connection" },
    { more: { systemCode } },
  );

/** The length of the queue that clients see after a submission that fails with this code. */
async function remainingAfter(systemCode: string): Promise<unknown> {
  const unused = () => Promise.reject(unreachable(systemCode));
  const backend = {
    ...{ submit: unused, state: unused, prompts: unused },
    catalog: () => Promise.resolve(new Map()),
    events: () => Promise.resolve(() => undefined),
    facets: {},
  } as unknown as FacadeBackend;
  const logger = { warn: () => undefined };
  const facade = createComfyFacade({ backend, name: "farm", clock: createFakeClock(), logger });
  const body = JSON.stringify({ prompt: { 1: { class_type: "SaveImage", inputs: {} } } });
  await expect(facade.send({ method: "POST", path: "/prompt", body })).rejects.toThrow("no connection");
  const reply = await facade.send({ path: "/prompt" });
  facade.close();
  return JSON.parse(await reply.text());
}

it("are forgotten if nothing was sent, and followed if they may have arrived", async () => {
  expect(await remainingAfter("ECONNREFUSED")).toEqual({ exec_info: { queue_remaining: 0 } });
  expect(await remainingAfter("ECONNRESET")).toEqual({ exec_info: { queue_remaining: 1 } });
});
