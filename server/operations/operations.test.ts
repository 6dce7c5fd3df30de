// Long work: its states, its progress, its questions, and who may cancel it.

import { describe, expect, it } from "vitest";
import type { Operation } from "@pictor/client";
import { PictorError } from "@pictor/kernel";
import { createFakeClock } from "@pictor/host/testing";
import type { Scope } from "@pictor/features/base";
import { EventLog } from "../events/event-log.js";
import { ClientInteraction } from "../people/people.js";
import { Operations, type NewOperation, type OperationContext } from "./operations.js";

const holder = (tokenId: string, ...scopes: readonly Scope[]) => ({ tokenId, name: tokenId, scopes });
const anna = holder("anna", "admin");

/** Work that a test ends by hand. */
function controlled() {
  let resolve: (result?: Readonly<Record<string, unknown>>) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  let context: OperationContext | undefined;
  const run: NewOperation["run"] = (given) => {
    context = given;
    return new Promise((onResult, onError) => {
      resolve = onResult;
      reject = onError;
      given.signal.addEventListener("abort", () => onError(given.signal.reason));
    });
  };
  return {
    run,
    finish: (result?: Readonly<Record<string, unknown>>) => resolve(result),
    fail: (error: unknown) => reject(error),
    get context() {
      if (context === undefined) throw new Error("the work has not started");
      return context;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function start() {
  const clock = createFakeClock();
  const log = new EventLog({ clock });
  const people = new ClientInteraction({ log, clock, redact: (text) => text });
  const operations = new Operations({
    log,
    people,
    clock,
    redact: (text) => text.replaceAll("hunter2", "***"),
  });
  const events = (type: string) => {
    const found = log.since(0);
    if (found.kind === "gap") throw new Error("events are missing");
    return found.events
      .map(({ json }) => JSON.parse(json) as Readonly<Record<string, unknown>> & { readonly seq: number })
      .filter((event) => event["type"] === type);
  };
  const begin = (run: NewOperation["run"], name = "studio") =>
    operations.start({
      kind: "backend.start",
      target: { kind: "backend", name },
      title: `Start ${name}`,
      caller: anna,
      run,
    });
  const states = () => events("operation").map(({ operation }) => (operation as Operation).state);
  return { clock, log, people, operations, events, begin, states };
}

describe("an operation", () => {
  it("runs, and finishes with its result", async () => {
    const { clock, operations, begin, states, events } = start();
    const work = controlled();
    const started = begin(work.run);
    expect(started).toMatchObject({
      kind: "backend.start",
      target: { kind: "backend", name: "studio" },
      title: "Start studio",
      owner: "anna",
      state: "running",
      startedAtMs: clock.now(),
    });
    await clock.advance(5_000);
    work.finish({ password: "hunter2", count: 3n });
    await settled();
    expect(operations.get(started.id)).toMatchObject({
      state: "finished",
      endedAtMs: started.startedAtMs + 5_000,
      log: [],
      result: { password: "***", count: "3" },
    });
    expect(states()).toEqual(["running", "finished"]);
    expect(operations.list()[0]?.seq).toBe(events("operation").at(-1)?.seq);
  });

  it("fails with the error and its code; no secret is in it", async () => {
    const { operations, begin } = start();
    const { id } = begin(() =>
      Promise.reject(new PictorError("BACKEND_CRASHED", "hunter2 fell.", "Look.", {})),
    );
    await settled();
    expect(operations.get(id)).toMatchObject({
      state: "failed",
      error: { code: "BACKEND_CRASHED", what: "*** fell.", hint: "Look." },
    });
  });

  it("has a code, too, if the work throws anything else", async () => {
    const { operations, begin } = start();
    const { id } = begin(() => Promise.reject(new TypeError("odd")));
    await settled();
    expect(operations.get(id).error?.code).toBe("INTERNAL");
  });

  it("is the only one on its target, until it has ended", async () => {
    const { begin } = start();
    const work = controlled();
    const { id } = begin(work.run);
    expect(() => begin(work.run)).toThrow(
      expect.objectContaining({
        code: "API_OPERATION_RUNNING",
        details: expect.objectContaining({ operationId: id, title: "Start studio" }) as unknown,
      }),
    );
    begin(controlled().run, "attic");
    work.finish();
    await settled();
    expect(begin(controlled().run).state).toBe("running");
  });

  it("that is not known is an error", () => {
    const { operations } = start();
    expect(() => operations.get("none")).toThrow(expect.objectContaining({ code: "API_THING_UNKNOWN" }));
  });

  it("is kept, when it has ended, together with 199 others", async () => {
    const { operations, begin } = start();
    const running = begin(controlled().run, "slow");
    for (let index = 0; index < 210; index++) {
      begin(() => Promise.resolve(undefined), `b${index}`);
      await settled();
    }
    expect(operations.list()).toHaveLength(201);
    expect(operations.get(running.id).state).toBe("running");
    expect(operations.list()[0]?.target.name).toBe("b209");
  });

  it("is refused when 100 run", () => {
    const { begin } = start();
    for (let index = 0; index < 100; index++) begin(controlled().run, `b${index}`);
    expect(() => begin(controlled().run)).toThrow(expect.objectContaining({ code: "API_TOO_MANY" }));
  });
});

describe("progress", () => {
  it("is published at once, and then the newest of each 200 ms", async () => {
    const { clock, operations, begin, events } = start();
    const work = controlled();
    const { id } = begin(work.run);
    for (let percent = 0; percent <= 100; percent++) work.context.progress("Downloading", percent / 100);
    await clock.advance(200);
    const shown = events("operation").map(({ operation }) => (operation as Operation).progress);
    expect(shown).toEqual([
      undefined,
      { step: "Downloading", fraction: 0 },
      { step: "Downloading", fraction: 1 },
    ]);
    await clock.advance(200);
    expect(clock.pending()).toBe(0);
    work.context.progress("Starting");
    work.finish();
    await settled();
    expect(operations.get(id)).toMatchObject({
      progress: { step: "Starting" },
      log: ["Downloading", "Starting"],
    });
    expect(clock.pending()).toBe(0);
  });

  it("without a fraction between 0 and 1 has none", () => {
    const { operations, begin } = start();
    const work = controlled();
    const { id } = begin(work.run);
    work.context.progress("Working", Number.NaN);
    expect(operations.get(id).progress).toEqual({ step: "Working" });
  });

  it("of the kernel belongs to the operation in which it is reported", () => {
    const { operations, begin } = start();
    const first = begin(async ({ interaction }) => {
      interaction.progress("Signing in");
      interaction.show("Password is hunter2");
      await new Promise(() => undefined);
      return undefined;
    });
    const second = begin(controlled().run, "attic");
    expect(operations.get(first.id).progress?.step).toBe("Signing in");
    expect(operations.get(first.id).log).toEqual(["Signing in", "Password is ***"]);
    expect(operations.get(second.id).log).toEqual([]);
  });

  it("has a log of the newest hundred lines, each of which is a notice", () => {
    const { operations, begin, events } = start();
    const work = controlled();
    const { id } = begin(work.run);
    for (let line = 0; line < 120; line++) work.context.note(`line ${line}`);
    expect(operations.get(id).log?.[0]).toBe("line 20");
    expect(operations.list()[0]?.log).toBeUndefined();
    work.context.note("hunter2");
    expect(events("notice")).toHaveLength(121);
    expect(events("notice").at(-1)?.["text"]).toBe("***");
    expect(events("notice")[0]).toMatchObject({ text: "line 0", operationId: id });
  });
});

describe("a question of an operation", () => {
  const asking = {
    title: "Install?",
    choices: [
      { id: "install", text: "install" },
      { id: "keep", text: "keep" },
    ],
    safeChoice: "keep",
  };

  it("names it, and its answer goes on with the work", async () => {
    const { people, operations, begin } = start();
    const { id } = begin(async ({ interaction }) => ({ answer: await interaction.ask(asking) }));
    const [question] = people.questions.list(anna);
    expect(question).toMatchObject({ operationId: id, title: "Install?" });
    people.questions.answer(question?.id ?? "", { choice: "install" }, anna);
    await settled();
    expect(operations.get(id)).toMatchObject({ state: "finished", result: { answer: "install" } });
  });

  it("is withdrawn when the operation ends, as are its code and its link", async () => {
    const { clock, people, begin, events } = start();
    const work = controlled();
    const used = new AbortController();
    const { id } = begin(async (context) => {
      const { interaction } = context;
      interaction.showCode(
        { code: "AB-CD", url: "https://a/", expiresAtMs: clock.now() + 1_000 },
        used.signal,
      );
      void interaction.ask(asking);
      expect(await interaction.openUrl("http://127.0.0.1:1/", "https://a/authorize")).toBe(false);
      return work.run(context);
    });
    await settled();
    expect(people.questions.list(anna)).toMatchObject([
      { kind: "code", code: "AB-CD", url: "https://a/", operationId: id },
      { kind: "choice", operationId: id },
      { kind: "link", url: "https://a/authorize", operationId: id },
    ]);
    work.finish();
    await settled();
    expect(people.questions.list(anna)).toEqual([]);
    expect(events("answered").map(({ by }) => by)).toEqual(["withdrawn", "withdrawn", "withdrawn"]);
    // Nothing of an ended operation is open: its end comes after the withdrawals.
    expect(events("operation").at(-1)?.seq).toBeGreaterThan(events("answered").at(-1)?.seq ?? Infinity);
    expect(clock.pending()).toBe(0);
  });

  it("that is only shown takes no answer", () => {
    const { clock, people, begin } = start();
    begin(({ interaction }) => {
      const shown = { code: "AB-CD", url: "https://a/", expiresAtMs: clock.now() + 1_000 };
      interaction.showCode(shown, new AbortController().signal);
      return new Promise(() => undefined);
    });
    expect(() =>
      people.questions.answer(people.questions.list(anna)[0]?.id ?? "", { text: "AB-CD" }, anna),
    ).toThrow(expect.objectContaining({ code: "API_STATE_CONFLICT" }));
  });
});

describe("a cancellation", () => {
  it("is for the owner and for administrators", async () => {
    const { operations, begin } = start();
    const { id } = begin(controlled().run);
    expect(() => operations.cancel(id, holder("eve", "generate", "request"))).toThrow(
      expect.objectContaining({ code: "API_SCOPE_MISSING" }),
    );
    operations.cancel(id, holder("anna", "generate"));
    await settled();
    expect(operations.get(id)).toMatchObject({ state: "cancelled", by: "caller" });
    const other = begin(controlled().run);
    operations.cancel(other.id, holder("root", "admin"));
    await settled();
    expect(operations.get(other.id).state).toBe("cancelled");
    operations.cancel(other.id, anna);
    expect(operations.get(other.id).state).toBe("cancelled");
  });

  it("of work that finishes nevertheless keeps its result", async () => {
    const { operations, begin } = start();
    let finish: (value: undefined) => void = () => undefined;
    const { id } = begin(() => new Promise((resolve) => (finish = resolve)));
    operations.cancel(id, anna);
    await settled();
    expect(operations.get(id).state).toBe("running");
    finish(undefined);
    await settled();
    expect(operations.get(id).state).toBe("finished");
  });

  it("of all comes with the end of the server, which waits for them, but not for ever", async () => {
    const { clock, operations, begin } = start();
    const { id } = begin(controlled().run);
    const stubborn = begin(() => new Promise(() => undefined), "attic");
    const closed = operations.close();
    await settled();
    expect(operations.get(id)).toMatchObject({ state: "cancelled", by: "server" });
    await clock.advance(10_000);
    await closed;
    expect(operations.get(stubborn.id).state).toBe("running");
    expect(() => begin(controlled().run, "cellar")).toThrow(
      expect.objectContaining({ code: "API_TOO_MANY" }),
    );
  });
});
