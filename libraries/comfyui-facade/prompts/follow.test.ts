// Prompts that are followed: what their events tell at once, and that many of them leave nothing behind.

import { settlePromises } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";
import type { BackendEvent, OutputFile } from "@pictor/kernel/plugin";
import { startFacade } from "../testing/start-facade.js";

it("many of them are no reason for a warning of Node about listeners, and leave no timer behind", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
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

/** What the record of the backend says of the followed prompt, and how its events come. */
const backend = { state: "unknown", report: (_event: BackendEvent): void => undefined };

/** A followed prompt `p` of a backend whose record is behind its events. */
async function startFollowed(calls: object = {}) {
  backend.state = "unknown";
  const { facade, clock } = startFacade({
    submit({ promptId }: { readonly promptId: string }) {
      backend.state = "queued";
      return Promise.resolve({ promptId, dropped: [] });
    },
    state: () =>
      Promise.resolve(backend.state === "succeeded" ? { state: "succeeded", outputs: [] } : backend),
    prompts: () =>
      Promise.resolve([
        { promptId: "p", state: "queued", ahead: 1 },
        { promptId: "q", state: "queued", ahead: 0 },
      ]),
    events: (listener: (event: BackendEvent) => void) => Promise.resolve(void (backend.report = listener)),
    ...calls,
  });
  const body = JSON.stringify({ prompt: { 9: { class_type: "A", inputs: {} } }, prompt_id: "p" });
  expect((await facade.send({ method: "POST", path: "/prompt", body })).status).toBe(200);
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await (await facade.send({ path })).text());
  return { clock, facade, read };
}

it("one whose run has begun is the first of the queue, although the backend lists it behind others", async () => {
  const { read } = await startFollowed();
  const places = async () => {
    const { queue_running, queue_pending } = (await read("/queue")) as Record<string, readonly unknown[][]>;
    return [queue_running, queue_pending].map((tuples) =>
      tuples?.map(([number, id]) => `${String(number)} ${String(id)}`),
    );
  };
  expect(await places()).toEqual([[], ["0 q", "1 p"]]);
  backend.report({ type: "started", promptId: "p" });
  expect(await places()).toEqual([["0 p"], ["1 q"]]);
});

it("the end of one is read at once when its events have told it", async () => {
  const { clock, read } = await startFollowed();
  await clock.advance(0);
  backend.state = "succeeded";
  backend.report({ type: "ended", promptId: "p" });
  await clock.advance(0);
  expect(await read("/history/p")).toMatchObject({ p: { status: { completed: true } } });
});

it("the end of one that has ended before its receipt came is known with the receipt", async () => {
  const { read } = await startFollowed({
    submit({ promptId }: { readonly promptId: string }) {
      backend.state = "succeeded";
      backend.report({ type: "ended", promptId });
      return Promise.resolve({ promptId, dropped: [] });
    },
  });
  await settlePromises();
  expect(await read("/prompt")).toEqual({ exec_info: { queue_remaining: 0 } });
  expect(await read("/history/p")).toMatchObject({ p: { status: { completed: true } } });
});

it("an output of one is fetched by all that its event has told of the file, not only by its name", async () => {
  const file: OutputFile = {
    node: "9",
    filename: "a.png",
    subfolder: "s",
    area: "output",
    mime: "image/png",
    address: "of the worker",
  };
  const fetched: OutputFile[] = [];
  const { facade } = await startFollowed({
    async *fetchOutput(wanted: OutputFile) {
      fetched.push(wanted);
      yield await Promise.resolve(Buffer.from("a"));
    },
  });
  backend.report({ type: "output", promptId: "p", files: [file] });
  expect((await facade.send({ path: "/view?filename=a.png&subfolder=s" })).status).toBe(200);
  expect(fetched).toEqual([file]);
});
