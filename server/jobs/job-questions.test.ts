// What a gate asks and shows belongs to its job, and what is still open is withdrawn when the job ends.

import { manifestOf } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";
import type { Job } from "@pictor/client";
import type { GateContext } from "@pictor/kernel";
import { readStream } from "../testing/read-stream.js";
import { startTestServer } from "../testing/start-server.js";

const manifest = manifestOf("asking-checker", "gate", {
  taps: [{ hook: "beforeFirstBatch", handler: "check" }],
});
const veto = { kind: "veto", code: "ACME_NO", message: "No.", hint: "" } as const;

it("a gate asks and shows as its job", async () => {
  const check = async (_plan: unknown, { interaction }: GateContext) => {
    interaction.show("It is checked.");
    await interaction.openUrl("https://a/terms");
    await interaction.enter({ title: "Why?" });
    return veto;
  };
  const test = await startTestServer({ plugins: [{ manifest, plugin: () => ({ handlers: { check } }) }] });
  onTestFinished(() => test.close());
  const reader = await readStream(test, "/v1/events?since=0");
  onTestFinished(() => reader.close());
  const params = { prompt: "a kite", width: 64, height: 64, steps: 1 };
  const body = { workflow: "txt2img", backend: "embedded", params };
  const { id } = (await test.call("POST", "/v1/jobs", { body })).json() as unknown as Job;
  await reader.until(({ data: { question } }) => (question as { kind: string } | undefined)?.kind === "text");
  const { questions } = (await test.call("GET", "/v1/questions")).json() as {
    readonly questions: readonly { readonly id: string; readonly kind: string; readonly jobId: string }[];
  };
  expect(questions.map(({ kind, jobId }) => [kind, jobId])).toEqual([
    ["link", id],
    ["text", id],
  ]);
  await test.call("POST", `/v1/questions/${questions[1]?.id ?? ""}`, { body: { text: "so" } });
  await reader.until(({ data: { by } }) => by === "withdrawn");
  expect((await test.call("GET", "/v1/questions")).json()).toEqual({ questions: [] });
  const shown = reader.events.filter(({ event }) => ["notice", "question", "answered"].includes(event));
  expect(shown.map(({ event, data: { jobId, by } }) => [event, jobId, by])).toEqual([
    ["notice", id, undefined],
    ["question", id, undefined],
    ["question", id, undefined],
    ["answered", id, "person"],
    ["answered", id, "withdrawn"],
  ]);
});
