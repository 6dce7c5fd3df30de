// The numbers of a worker.

import { fakeMembers, idleMember } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { createWorkerMetrics } from "./worker-metrics.js";
import { startingWorker, workerStateAfter } from "./worker-state.js";

const plan = { backend: "studio", queue: "farm", name: "gpu-1" };
const ready = workerStateAfter(startingWorker, { type: "ready" });

it("has the state of the worker, its prompts, its own member and the queue", async () => {
  const members = fakeMembers({
    members: [idleMember("gpu-1", { modelSwitches: 4 }), idleMember("gpu-2")],
    owners: [{ owner: "anna", waiting: 7, running: 0 }],
  });
  const metrics = createWorkerMetrics(plan, members.facet);
  metrics.count({ type: "ended", promptId: "p", as: "succeeded", durationMs: 12_000 });
  metrics.count({ type: "warning", problem: { code: "A", message: "b" } });
  const text = await metrics.text(workerStateAfter(ready, { type: "began", promptId: "p1" }));
  for (const line of [
    'pictor_worker_info{worker="gpu-1",backend="studio",queue="farm"} 1',
    "pictor_worker_ready 1",
    "pictor_worker_connected 1",
    "pictor_worker_running 1",
    'pictor_worker_prompts_total{result="succeeded"} 1',
    'pictor_worker_prompt_seconds_bucket{result="succeeded",le="20"} 1',
    'pictor_worker_prompt_seconds_sum{result="succeeded"} 12',
    'pictor_worker_warnings_total{code="A"} 1',
    'pictor_member_model_switches_total{backend="farm",member="gpu-1"} 4',
    'pictor_backend_prompts{backend="farm",owner="named",state="waiting"} 7',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toContain("gpu-2");
  expect(text).not.toContain("anna");
});

it("a queue that does not answer is a number", async () => {
  const gone = { ...fakeMembers().facet, status: () => Promise.reject(new Error("gone")) };
  const text = await createWorkerMetrics(plan, gone).text(ready);
  expect(text.split("\n")).toContain('pictor_backend_up{backend="farm"} 0');
});
