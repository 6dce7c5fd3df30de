// A job that is stopped while an image is saved: complete images are saved and published, and nothing is written later.

import { describe, expect, it } from "vitest";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import { openStage, settleAll } from "../../testing/server-stage.js";
import type { Output } from "@pictor/kernel";

type Handler = (output: Output, context: { readonly signal: AbortSignal }) => unknown;

/** Starts a job whose image is saved by `handler`, which waits until it is released. */
async function start(handler: (gate: Promise<void>, done: string[]) => Handler) {
  const done: string[] = [];
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const save = handler(gate, done);
  const saver = inlinePlugin("output-a", [{ hook: "afterOutput", handler: "save" }], { save });
  const stage = await openStage([saver]);
  const controller = new AbortController();
  const { now, generation } = await stage.generate({ signal: controller.signal });
  stage.server.run("succeeded");
  await settleAll();
  return { stage, done, release, now, generation, controller };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Writes when it is released, whatever the signal. */
const slowly = (gate: Promise<void>, done: string[]) => async (output: Output) => {
  for await (const _bytes of output.open()) done.push("bytes");
  await gate;
  done.push("saved");
  return { ...output, path: "/images/a.png" };
};
/** Breaks the stream that the handler reads. */
let fail: (reason: Error) => void = () => undefined;
const byCaller = { status: "interrupted", by: "caller" };
const stopped = { code: "OUTPUT_NOT_FETCHED", message: expect.stringContaining("the job was stopped") };

const stops: readonly [string, (started: Started) => unknown][] = [
  ["cancel", ({ generation }) => void generation.cancel()],
  ["abort", ({ controller }) => controller.abort()],
  ["disposal", ({ stage }) => void stage.pictor.dispose()],
];

describe.each(stops)("a %s", (_name, stop) => {
  it("while a complete image is saved lets the handler finish, and publishes the path", async () => {
    const started = await start(slowly);
    await stop(started);
    expect(await started.now()).toBe("goes on");
    started.release();
    expect(await started.now()).toMatchObject({ outputs: [{ path: "/images/a.png" }], problems: [] });
    expect([started.done, started.stage.clock.pending()]).toEqual([["bytes", "saved"], 0]);
  });

  it("while bytes are still read ends at once", async () => {
    const started = await start((_gate, done) => async (output) => {
      try {
        for await (const _bytes of output.open())
          await new Promise<never>((_resolve, reject) => (fail = reject));
      } finally {
        done.push("cleared away");
      }
    });
    await stop(started);
    // The stream of a server behaves like this when the signal of the job is aborted.
    fail(new DOMException("aborted", "AbortError"));
    expect(await started.now()).toMatchObject({ ...byCaller, outputs: [], problems: [stopped] });
    expect([started.done, started.stage.clock.pending()]).toEqual([["cleared away"], 0]);
  });
});
describe("a handler that does not end", () => {
  it("is aborted by its signal two seconds after the job", async () => {
    const { stage, done, now, generation } = await start((_gate, done) => (_output, { signal }) => {
      signal.addEventListener("abort", () => done.push("told"));
      return new Promise(() => undefined);
    });
    void generation.cancel();
    await stage.clock.advance(1_999);
    expect([await now(), done]).toEqual(["goes on", []]);
    await stage.clock.advance(1);
    expect(await now()).toMatchObject({ ...byCaller, problems: [stopped] });
    expect(done).toEqual(["told"]);
  });

  it("in time delays the disposal: nothing is written after it", async () => {
    const { stage, done, release, now } = await start(slowly);
    const disposing = stage.pictor.dispose().then(() => done.push("disposed"));
    await stage.clock.advance(3_000);
    expect(await now()).toMatchObject(byCaller);
    expect(done).toEqual(["bytes"]);
    release();
    await disposing;
    expect(done).toEqual(["bytes", "saved", "disposed"]);
  });

  it("at all delays the disposal by two more seconds", async () => {
    const { stage, done } = await start(() => () => new Promise(() => undefined));
    void stage.pictor.dispose().then(() => done.push("disposed"));
    await stage.clock.advance(3_900);
    expect(done).toEqual([]);
    await stage.clock.advance(200);
    expect(done).toEqual(["disposed"]);
  });
});
