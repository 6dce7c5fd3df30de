// Signals, unhandled errors, and answers to questions.

import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { catchInterrupts } from "../base/interrupts.js";
import type { GlobalOptions } from "../base/invocation.js";
import { parseAnswer, yesChoiceOf } from "../interaction/question.js";
import { createTerminal } from "../output/terminal.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { watchUnhandledErrors, type ErrorOwner } from "./unhandled-errors.js";

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

describe("Ctrl-C", () => {
  function start() {
    const source = new FakeProcess();
    const controller = new AbortController();
    let said = 0;
    /** Number of exits that were already called when the live line was removed. */
    const cleared: number[] = [];
    const clear = (): void => void cleared.push(source.exits.length);
    const release = catchInterrupts(source, controller, () => said++, clear);
    return { source, controller, release, said: () => said, cleared };
  }

  it("aborts the command, and announces that once", () => {
    const { source, controller, said } = start();
    source.emit("SIGINT");
    source.emit("SIGTERM");
    expect({ aborted: controller.signal.aborted, said: said(), exits: source.exits }).toEqual({
      aborted: true,
      said: 1,
      exits: [],
    });
  });
  it("is what Ctrl-Break of Windows is", () => {
    const { source, controller } = start();
    source.emit("SIGBREAK");
    expect([controller.signal.aborted, source.exits]).toEqual([true, []]);
    source.emit("SIGBREAK");
    expect(source.exits).toEqual([130]);
  });
  it("removes the live line and exits at once the second time", () => {
    const { source, cleared } = start();
    source.emit("SIGINT");
    source.emit("SIGINT");
    expect([source.exits, cleared]).toEqual([[130], [0]]);
  });
  it("aborts the command when its terminal is closed", () => {
    const { source, controller } = start();
    source.emit("SIGHUP");
    expect(controller.signal.aborted).toBe(true);
  });
  it("does not exit at once for a second SIGTERM", () => {
    const { source } = start();
    source.emit("SIGTERM");
    source.emit("SIGTERM");
    expect(source.exits).toEqual([]);
  });
  it("removes its listeners", () => {
    const { source, release } = start();
    release();
    expect(source.eventNames()).toEqual([]);
  });
});

describe("unhandled errors", () => {
  const left = new Error("left alone");
  function stray(owner: ErrorOwner | undefined, globals: GlobalOptions = {}) {
    const source = new FakeProcess();
    const streams = fakeStreams();
    let gaveUp = false;
    const stop = watchUnhandledErrors(
      source,
      createTerminal(streams, globals),
      (thrown) => (thrown === left ? owner : undefined),
      () => (gaveUp = true),
    );
    source.emit("unhandledRejection", left);
    return { err: streams.written.err, gaveUp, seen: stop(), listeners: source.eventNames() };
  }
  it("of a plugin are reported with its name, and the command continues", () => {
    const found = stray({ plugin: "output-x", hook: "afterOutput" });
    expect(found).toMatchObject({ gaveUp: false, seen: true, listeners: [] });
    expect(found.err).toContain("The plugin output-x caused an unhandled error (afterOutput): left alone.\n");
  });
  it("of a plugin are reported with the place in its files", () => {
    const { err } = stray({ plugin: "output-x", place: " (at index.js:1:38)" });
    expect(err).toContain("caused an unhandled error: left alone (at index.js:1:38).\n");
  });
  it("of Pictor itself abort the command", () => {
    expect(stray(undefined, { verbose: true })).toMatchObject({ gaveUp: true, seen: true });
  });
  it("of nobody who is known name the way to find the plugin, if one has caused them", () => {
    const hint = "If a plugin has caused the error, --verbose names the plugin.";
    expect(stray(undefined).err).toContain(hint);
    expect(stray(undefined, { verbose: true }).err).not.toContain(hint);
  });
  it("are none if nothing was thrown", () => {
    const stop = watchUnhandledErrors(
      new FakeProcess(),
      createTerminal(fakeStreams(), {}),
      () => undefined,
      () => undefined,
    );
    expect(stop()).toBe(false);
  });
});

describe("questions", () => {
  const question = {
    title: "Install it?",
    choices: [
      { id: "install", text: "install" },
      { id: "instead", text: "instead" },
      { id: "cancel", text: "cancel" },
    ],
    safeChoice: "cancel",
  };
  it.each([
    ["", "cancel"],
    [" 1 ", "install"],
    ["3", "cancel"],
    ["4", undefined],
    ["0", undefined],
    ["Install", "install"],
    ["c", "cancel"],
    ["inst", undefined],
    ["no", undefined],
  ])("the answer %j means %s", (answer, choice) => {
    expect(parseAnswer(question, answer)).toBe(choice);
  });
  it("--yes means the first choice other than the safe one", () => {
    expect(yesChoiceOf(question)).toBe("install");
    expect(
      yesChoiceOf({ title: "", choices: [{ id: "cancel", text: "cancel" }], safeChoice: "cancel" }),
    ).toBe("cancel");
    expect(yesChoiceOf({ ...question, yesChoice: "cancel" })).toBe("cancel");
  });
});
