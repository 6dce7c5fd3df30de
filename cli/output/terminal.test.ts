// Results on stdout, notes on stderr, redaction, colours and the live line.

import { describe, expect, it } from "vitest";
import { widthOf } from "../base/streams.js";
import { startLiveProgress } from "../generation-report/live-progress.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { createTerminal } from "./terminal.js";
import type { Ticker } from "./ticker.js";

const erase = "\r\u001b[2K";

it.each([
  [{ isTTY: true, columns: 132 }, {}, 132],
  [{ isTTY: true, columns: 0 }, {}, 80],
  [{ isTTY: true, columns: 0 }, { COLUMNS: "100" }, 100],
  [{ isTTY: true, columns: 132 }, { COLUMNS: "100" }, 132],
  [{}, {}, undefined],
  [{}, { COLUMNS: "60" }, 60],
  [{}, { COLUMNS: "wide" }, undefined],
])("the width of %j with %j", (sink, env, width) => {
  expect(widthOf({ ...sink, write: () => true }, env)).toBe(width);
});

describe("the output of a command", () => {
  it("redacts secrets in notes and records, nested values included", () => {
    const streams = fakeStreams();
    const terminal = createTerminal(streams, { json: true }, (text) => text.replaceAll('se"cret', "***"));
    terminal.note('it is se"cret');
    terminal.record({ type: "result", inner: [{ text: 'se"cret' }], big: 2n ** 64n - 1n });
    expect(streams.written.err).toBe("it is ***\n");
    expect(JSON.parse(streams.written.out)).toEqual({
      type: "result",
      inner: [{ text: "***" }],
      big: "18446744073709551615",
    });
  });

  it.each([
    ["a terminal", true, {}, true],
    ["a terminal with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["a terminal with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["a dumb terminal", true, { TERM: "dumb" }, false],
    ["a pipe", false, {}, false],
  ])("%s has colours: %s", (_name, isTTY, env, coloured) => {
    const { paint } = createTerminal(fakeStreams(isTTY, env), {});
    expect(paint.red("x") !== "x").toBe(coloured);
  });
});

describe("the live line", () => {
  function fakeTicker(): Ticker & { tick(ms: number): void; running: boolean } {
    let time = 0;
    let draw: () => void = () => undefined;
    return {
      running: false,
      now: () => time,
      every(_ms, tick) {
        this.running = true;
        draw = tick;
        return () => {
          this.running = false;
        };
      },
      tick(ms) {
        time += ms;
        draw();
      },
    };
  }

  it("is drawn on changes, stays below printed lines, and is removed at the end", () => {
    const streams = fakeStreams(true);
    const terminal = createTerminal(streams, {});
    const ticker = fakeTicker();
    const live = startLiveProgress(terminal, 1, ticker);
    ticker.tick(50);
    const first = streams.written.err;
    expect(first).toContain("00:00 building");
    ticker.tick(50);
    expect(streams.written.err).toBe(first);
    terminal.result("path.png");
    expect(streams.written.err).toBe(first + erase + first.slice(erase.length));
    ticker.tick(1000);
    expect(streams.written.err).toContain("00:01");
    live.stop();
    expect(streams.written.err.endsWith(erase)).toBe(true);
    expect(ticker.running).toBe(false);
  });

  it("pauses while the user is asked", () => {
    const streams = fakeStreams(true);
    const terminal = createTerminal(streams, {});
    const ticker = fakeTicker();
    startLiveProgress(terminal, 1, ticker);
    ticker.tick(50);
    const resume = terminal.status.pause();
    const before = streams.written.err;
    ticker.tick(2000);
    terminal.note("Install it?");
    expect(streams.written.err).toBe(`${before}Install it?\n`);
    resume();
    expect(streams.written.err).toContain("00:02");
  });

  it.each([
    ["in a pipe", false, {}],
    ["with --json", true, { json: true } as const],
  ])("is not drawn %s", (_name, isTTY, globals) => {
    const streams = fakeStreams(isTTY);
    const ticker = fakeTicker();
    startLiveProgress(createTerminal(streams, globals), 1, ticker);
    ticker.tick(50);
    expect(streams.written.err).toBe("");
  });
});
