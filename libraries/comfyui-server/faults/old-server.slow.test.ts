// The protocol of an old server, seen by a raw client.
import { afterAll, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import { getJson, isEndOf, listen, run, submit, txt2img } from "../testing/wire.js";

const server = await startServer({ faults: [{ kind: "old-server" }] });
const client = await listen(server, "a");
afterAll(() => server.close());

it("generates its own prompt id", async () => {
  const mine = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0001";
  const { body } = await submit(server, txt2img(), { client_id: "a", prompt_id: mine });
  expect(body.prompt_id).not.toBe(mine);
  await client.until(isEndOf(body.prompt_id));
});

it("interrupts any running prompt, whatever the id in the body", async () => {
  const graph = txt2img({ seed: 2, steps: 5000, width: 256, height: 256 });
  const { body } = await submit(server, graph, { client_id: "a" });
  await client.until(({ type, data }) => type === "progress" && data["prompt_id"] === body.prompt_id);
  await fetch(`${server.url}interrupt`, { method: "POST", body: JSON.stringify({ prompt_id: "another" }) });
  await client.until(isEndOf(body.prompt_id));
  expect(client.frames.some(({ type }) => type === "execution_interrupted")).toBe(true);
});

it("has no jobs API, no feature flags and no progress_state", async () => {
  for (const path of ["api/jobs", "api/jobs/x", "features", "api/features", "global_subgraphs"]) {
    const reply = await fetch(server.url + path);
    expect([path, reply.status, reply.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/octet-stream",
    ]);
  }
  const cancel = await fetch(`${server.url}api/jobs/x/cancel`, { method: "POST" });
  expect([cancel.status, cancel.headers.get("allow"), await cancel.text()]).toEqual([
    405,
    "GET,HEAD",
    "405: Method Not Allowed",
  ]);
  const { system } = (await getJson(server, "system_stats")) as { system: object };
  expect(system).toMatchObject({ comfyui_version: "0.3.40+pictor.embedded", os: "posix" });
  expect(system).not.toHaveProperty("required_frontend_version");
  client.send(JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } }));
  const before = client.frames.length;
  await run(server, client, txt2img({ seed: 3, steps: 1 }), { client_id: "a" });
  const types = new Set(client.frames.slice(before).map(({ type }) => type));
  expect([...types].sort()).toEqual([
    "binary 1",
    "executed",
    "executing",
    "execution_cached",
    "execution_start",
    "execution_success",
    "progress",
    "status",
  ]);
});

it("shows credentials of paid services to all clients, and no create_time", async () => {
  const extra_data = { api_key_comfy_org: "key-1", note: "kept" };
  const id = await run(server, client, txt2img({ seed: 4, steps: 1 }), { client_id: "a", extra_data });
  const history = (await getJson(server, `history/${id}`)) as Record<string, { prompt: unknown[] }>;
  expect(history[id]?.prompt[3]).toEqual({ ...extra_data, client_id: "a" });
});
