// The jobs API over HTTP: cancelling in every state, unknown jobs, and an entry that breaks the list.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { isEndOf, listen, run, submit, txt2img } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
const client = await listen(server, "jobs");
afterAll(async () => {
  await client.close();
  await server.close();
});

const ask = async (method: string, route: string, body?: unknown): Promise<readonly [number, unknown]> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(server.url + route, { method, ...sent });
  const text = await reply.text();
  return [reply.status, text.startsWith("{") ? JSON.parse(text) : text];
};
const statusOf = async (id: string): Promise<unknown> =>
  ((await ask("GET", `api/jobs/${id}`))[1] as { status?: string }).status;

it("cancels a running and a pending prompt, and reports when there is nothing to cancel", async () => {
  const long = txt2img({ steps: 5000, width: 256, height: 256 });
  const running = (await submit(server, long, { client_id: "jobs" })).body.prompt_id;
  const waiting = (await submit(server, txt2img(), { client_id: "jobs" })).body.prompt_id;
  await client.until(({ type }) => type === "progress");
  expect([await statusOf(running), await statusOf(waiting)]).toEqual(["in_progress", "pending"]);
  expect(await ask("POST", "api/jobs/cancel", { job_ids: [waiting, randomUUID()] })).toEqual([
    200,
    { cancelled: true },
  ]);
  expect(await ask("GET", `api/jobs/${waiting}`)).toEqual([404, { error: "Job not found" }]);
  expect(await ask("POST", `api/jobs/${running}/cancel`)).toEqual([200, { cancelled: true }]);
  await client.until(isEndOf(running));
  expect(await statusOf(running)).toBe("cancelled");
  expect(await ask("POST", `api/jobs/${running}/cancel`)).toEqual([200, { cancelled: false }]);
});

describe("cancelling several refuses", () => {
  it.each([
    [{}, "job_ids must be a non-empty array"],
    [{ job_ids: [] }, "job_ids must be a non-empty array"],
  ])("%j", async (body, error) => {
    expect(await ask("POST", "api/jobs/cancel", body)).toEqual([400, { error }]);
  });

  it("invalid ids", async () => {
    expect(await ask("POST", "api/jobs/cancel", { job_ids: ["x", randomUUID()] })).toEqual([
      400,
      { error: "job_ids contains invalid id(s)", invalid_ids: ["x"] },
    ]);
  });
});

it("fails on a null workflow until that entry is deleted, while other routes work", async () => {
  const extra_data = { extra_pnginfo: null };
  const id = await run(server, client, txt2img(), { client_id: "jobs", extra_data });
  expect((await ask("GET", "api/jobs"))[0]).toBe(500);
  expect((await ask("GET", `api/jobs/${id}`))[0]).toBe(500);
  expect((await ask("GET", `history/${id}`))[0]).toBe(200);
  await ask("POST", "history", { delete: [id] });
  expect((await ask("GET", "api/jobs"))[0]).toBe(200);
});
