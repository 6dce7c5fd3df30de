// GET /metrics: the jobs, the members of backends that are open or named, and no name of an owner.

import { expect, it, onTestFinished } from "vitest";
import { fakeBackendKinds, fakeMembers, idleMember } from "@pictor/host/testing";
import { startTestServer } from "../testing/start-server.js";

const small = { prompt: "a kite", width: 64, height: 64, steps: 1, seed: "7" };

it("counts the jobs of the server by state and result, with their times", async () => {
  const test = await startTestServer();
  onTestFinished(() => test.close());
  const body = { workflow: "txt2img", backend: "embedded", params: small };
  await test.call("POST", "/v1/jobs", { body, headers: { Prefer: "wait=30" } });
  await test.call("POST", "/v1/jobs", {
    body: { ...body, params: { ...small, model: "nosuch" } },
    headers: { Prefer: "wait=30" },
  });
  const reply = await test.call("GET", "/metrics");
  expect(reply.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = reply.bytes.toString().split("\n");
  for (const line of [
    'pictor_jobs_ended_total{result="finished"} 1',
    'pictor_jobs_ended_total{result="failed"} 1',
    'pictor_job_seconds_count{result="finished"} 1',
    "pictor_job_wait_seconds_count 1",
  ])
    expect(lines).toContain(line);
  expect(lines.find((line) => line.startsWith("process_resident_memory_bytes "))).toBeDefined();
});

it("has the members of backends that are open, and opens none for it", async () => {
  const status = {
    members: [idleMember("gpu-1", { running: 1 })],
    owners: [{ owner: "anna", waiting: 2, running: 1 }],
  };
  const data = {
    facets: { members: fakeMembers(status).facet },
    prompts: [],
    opened: [] as object[],
    catalog: new Map(),
  };
  const test = await startTestServer({
    sources: [fakeBackendKinds(data as Parameters<typeof fakeBackendKinds>[0])],
    builtins: "none",
    configuration: { backends: { farm: { kind: "managed" }, box: { kind: "plain" } } },
  });
  onTestFinished(() => test.close());
  const before = (await test.call("GET", "/metrics")).bytes.toString();
  expect([before.includes("pictor_member"), data.opened.length]).toEqual([false, 0]);
  await test.call("GET", "/v1/backends/farm/members");
  const text = (await test.call("GET", "/metrics")).bytes.toString();
  expect(text).toContain('pictor_member_running{backend="farm",member="gpu-1"} 1\n');
  expect(text).toContain('pictor_backend_prompts{backend="farm",owner="named",state="waiting"} 2\n');
  expect(text).not.toContain("anna");
});

it("opens the backends that the request names, and says which cannot be opened", async () => {
  const status = { members: [idleMember("gpu-1", {})], owners: [{ waiting: 2, running: 0 }] };
  const kinds = fakeBackendKinds({
    facets: { members: fakeMembers(status).facet },
    prompts: [],
    opened: [],
    catalog: new Map(),
  });
  const test = await startTestServer({
    sources: [kinds],
    builtins: "none",
    configuration: { backends: { farm: { kind: "managed" }, gone: { kind: "nosuch" } } },
  });
  onTestFinished(() => test.close());
  const text = (await test.call("GET", "/metrics?backends=farm,gone")).bytes.toString();
  expect(text).toContain('pictor_backend_prompts{backend="farm",owner="unnamed",state="waiting"} 2\n');
  expect(text).toContain('pictor_backend_up{backend="farm"} 1\npictor_backend_up{backend="gone"} 0\n');
  expect(await test.codeOf("GET", "/metrics?backends=fram")).toEqual([404, "API_THING_UNKNOWN"]);
});
