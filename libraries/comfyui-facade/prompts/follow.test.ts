// Many prompts that are followed at the same time.

import { expect, it, onTestFinished } from "vitest";
import { startFacade } from "../testing/start-facade.js";

it("are no reason for a warning of Node about listeners, and leave no timer behind", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => {
    process.off("warning", note);
  });
  const { facade, clock } = startFacade({
    submit: ({ promptId }: { readonly promptId: string }) => Promise.resolve({ promptId, dropped: [] }),
    state: () => Promise.resolve({ state: "queued" }),
  });
  const body = JSON.stringify({ prompt: { 1: { class_type: "SaveImage", inputs: {} } } });
  for (let count = 0; count < 20; count++) await facade.send({ method: "POST", path: "/prompt", body });
  // The warning is told in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  facade.close();
  expect([warnings, clock.pending()]).toEqual([[], 0]);
});
