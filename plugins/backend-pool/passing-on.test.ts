// What the pool changes on the way: ids, names of uploaded files, and the member of each output.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackendEvent, InputFile } from "@pictor/kernel/plugin";
import { expect, it, onTestFinished, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import { checkpointGraph } from "./testing/checkpoint-graph.js";
import { poolOf } from "./testing/test-pool.js";

const fileOf = (name: string, text: string): InputFile => ({
  name,
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(Buffer.from(text));
  },
});

it("keeps the id of a prompt, whatever id the member gives it", async () => {
  const { server, events, pool, submit, pass } = await poolOf(["one"]);
  server("one").assignsIds = true;
  server("one").stepMs = 50;
  expect(await submit("p")).toBe("p");
  await pass(500);
  const heard = events.filter(
    (event): event is Extract<BackendEvent, { promptId: string }> => "promptId" in event,
  );
  expect(new Set(heard.map(({ promptId }) => promptId))).toEqual(new Set(["p"]));
  expect(heard.map(({ type }) => type)).toEqual(["started", "progress", "progress", "output", "ended"]);
  expect(await pool.state("p")).toMatchObject({ state: "succeeded", outputs: [{ member: "one" }] });
});

it("tells once that a prompt has ended, after its record can be read, although the member says it twice and too early", async () => {
  const { server, events, submit, pass } = await poolOf(["one"]);
  server("one").lies = true;
  await submit("p");
  await pass(500);
  expect(events.filter(({ type }) => type === "ended")).toEqual([
    { type: "ended", promptId: "p", as: "succeeded" },
  ]);
});

it("reads a file from the member that has it", async () => {
  const { pool, submit, pass } = await poolOf(["one", "two"]);
  await submit("p");
  await submit("q");
  await pass(500);
  const state = await pool.state("q");
  const [file] = "outputs" in state ? state.outputs : [];
  if (file === undefined) throw new Error("q has no output");
  const parts: Uint8Array[] = [];
  for await (const part of pool.fetchOutput(file)) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe("two:q.png");
});

it("ends the transfer of an input from a member when the reader leaves", async () => {
  const { server, pool } = await poolOf(["one"]);
  await pool.facets.members?.status();
  let isEnded = false;
  Object.assign(server("one").backend, {
    async *fetchOutput() {
      try {
        for (;;) yield await Promise.resolve(Buffer.from("part"));
      } finally {
        isEnded = true;
      }
    },
  });
  const file = { node: "", filename: "cat.png", subfolder: "", area: "input", mime: "image/png" } as const;
  for await (const part of pool.fetchOutput({ ...file, address: "" })) {
    expect(Buffer.from(part).toString()).toBe("part");
    break;
  }
  expect(isEnded).toBe(true);
});

it("does not submit a prompt that is cancelled while its files are sent", async () => {
  const { server, pool, submit, stateOf, pass } = await poolOf(["one"]);
  const name = await pool.upload(fileOf("cat.png", "a cat"));
  const upload = server("one").backend.upload.bind(server("one").backend);
  const sending = new Promise<() => void>((begun) => {
    const wait = new Promise<void>((resolve) => {
      Object.assign(server("one").backend, {
        upload: async (...args: Parameters<typeof upload>) => {
          begun(resolve);
          await wait;
          return upload(...args);
        },
      });
    });
  });
  const submitted = submit("p", { graph: checkpointGraph("a.safetensors", name) });
  const release = await sending;
  expect(await pool.cancel("p")).toBe("interrupting");
  release();
  expect(await submitted).toBe("p");
  await pass(1_000);
  expect(await stateOf("p")).toBe("unknown");
  expect(server("one").order).toEqual([]);
});

it("sends an uploaded file to each member once, and names it in the graph as the member does", async () => {
  const { server, pool, submit, pass } = await poolOf(["one", "two"]);
  const name = await pool.upload(fileOf("cat.png", "a cat"));
  const other = await pool.upload(fileOf("cat.png", "another cat"));
  expect(await pool.upload(fileOf("cat.png", "a cat"))).toBe(name);
  expect(other).toMatch(/^cat-[0-9a-f]{16}\.png$/);
  const graph = checkpointGraph("a.safetensors", name);
  const submitted = ["p", "q", "r", "s"].map((id) => submit(id, { graph }));
  // The files are read from the disk, which the held clock does not control.
  const haveAllRun = async () => {
    await pass(300);
    expect([...server("one").order, ...server("two").order].sort()).toEqual(["p", "q", "r", "s"]);
  };
  await vi.waitFor(haveAllRun, { ...patience, interval: 1 });
  await Promise.all(submitted);
  expect(server("one").uploads).toEqual(["cat.png=a cat"]);
  expect(server("two").uploads).toEqual(["cat.png=a cat"]);
  const snapshot = await server("one").backend.fetchSubmission("p");
  expect(snapshot?.graph["5"]?.inputs["image"]).toBe("on-one-cat.png");
});

it("rejects a prompt whose uploaded file is gone, and goes on to use its members", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pictor-test-"));
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("TEMP", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { pool, submit, stateOf, pass } = await poolOf(["one", "two"]);
  const name = await pool.upload(fileOf("cat.png", "a cat"));
  await rm(folder, { recursive: true });
  const graph = checkpointGraph("a.safetensors", name);
  await expect(submit("p", { graph })).rejects.toMatchObject({ code: "INPUT_NOT_READABLE" });
  const status = await pool.facets.members?.status();
  expect(status?.members.map(({ state }) => state)).toEqual(["ready", "ready"]);
  await submit("q");
  await pass(500);
  expect(await stateOf("q")).toBe("succeeded");
});

it("finds prompts of other processes on its members", async () => {
  const { server, pool } = await poolOf(["one", "two"]);
  await server("two").backend.submit({
    promptId: "foreign",
    graph: checkpointGraph(),
    record: { promptId: "foreign" },
  });
  expect(await pool.state("foreign")).toEqual({ state: "running" });
  expect((await pool.fetchSubmission("foreign"))?.outputs).toEqual(["9"]);
  expect((await pool.prompts()).map(({ promptId }) => promptId)).toEqual(["foreign"]);
  expect(await pool.cancel("foreign")).toBe("interrupting");
});

it("has the catalog of all members, with the names of those who have a file", async () => {
  const { server, pool } = await poolOf(["one", "two"]);
  server("two").models = ["a.safetensors", "b.safetensors"];
  const catalog = await pool.catalog();
  const checkpoint = catalog.get("CheckpointLoaderSimple");
  expect(checkpoint?.members).toEqual(["one", "two"]);
  expect(checkpoint?.inputs[0]?.optionMembers).toEqual({ "b.safetensors": ["two"] });
});

it("joins a repeated submission with the first one", async () => {
  const { server, submit, pass } = await poolOf(["one", "two"]);
  await Promise.all([submit("p"), submit("p")]);
  await submit("p");
  await pass(500);
  await submit("p");
  await pass(500);
  expect([...server("one").order, ...server("two").order]).toEqual(["p"]);
});
