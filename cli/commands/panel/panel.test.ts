// `pictor panel`: what it serves and prints, and how the page is opened again.

import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestFolder, patience, userVariables } from "@pictor/host/testing";
import { run } from "../../program/run.js";
import { parseRecords } from "../../testing/fake-server.js";
import { fakeStreams, keyboard, type FakeStreams } from "../../testing/fake-streams.js";
import { serveApi } from "../serve/serve-api.js";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = createTestFolder();
  env = userVariables(folder);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

const newSignals = () => Object.assign(new EventEmitter(), { exit: vi.fn<(code: number) => never>() });
const options = { port: "0", panel: ["web=0"], opens: "web", browser: false };

/** Runs the command until `enough` holds, then ends it with Ctrl-C. */
async function runUntil(
  streams: FakeStreams,
  { json = false, enough }: { readonly json?: boolean; readonly enough: () => unknown },
): Promise<number> {
  const signals = newSignals();
  const ended = serveApi(options, { globals: { ...(json && { json }) }, streams, signals });
  await vi.waitFor(enough, patience);
  signals.emit("SIGINT");
  return ended;
}

describe("pictor panel", () => {
  it("serves the panel that comes along without a question, and prints its address, but no token", async () => {
    const streams = fakeStreams(false, env);
    const enough = () => {
      expect(streams.written.out + streams.written.err).toMatch(/#code=[\w-]{43}/);
    };
    expect(await runUntil(streams, { enough })).toBe(0);
    const printed = streams.written.out + streams.written.err;
    expect(printed).toContain("The panel listens on http://127.0.0.1:");
    expect(printed).not.toMatch(/token|pictor_/i);
  });

  it("opens the page again, with another code, for each Enter at a terminal", async () => {
    const typed = keyboard();
    const streams = fakeStreams(true, env, typed);
    const codes = (): readonly string[] => [
      ...new Set([...(streams.written.out + streams.written.err).matchAll(/#code=[\w-]{43}/g)].map(String)),
    ];
    let isEntered = false;
    const enough = () => {
      const found = codes().length;
      if (found === 1 && !isEntered) {
        isEntered = true;
        typed.write("\n");
      }
      expect(found).toBe(2);
    };
    expect(await runUntil(streams, { enough })).toBe(0);
  });

  it("gives the address as a record with --json", async () => {
    const streams = fakeStreams(false, env);
    const enough = () => {
      expect(streams.written.out).toContain('"ready"');
    };
    expect(await runUntil(streams, { json: true, enough })).toBe(0);
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#code=/) as string;
    expect(parseRecords(streams.written.out)[0]).toMatchObject({
      type: "ready",
      panels: [{ id: "web", url }],
    });
  });

  it("refuses a port that is none", async () => {
    const streams = fakeStreams(false, env);
    expect(await run(["panel", "--port", "65536"], streams)).toBe(2);
    expect(streams.written.err).toContain("--port: expected a whole number from 0 to 65535");
  });
});
