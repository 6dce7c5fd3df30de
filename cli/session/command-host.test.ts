// The host of a command: its configuration, errors and Ctrl-C.

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../base/usage-error.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { run } from "../program/run.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { runWithHost } from "./command-host.js";

describe("the configuration of a command", () => {
  it("uses the file in PICTOR_CONFIG, unless --config is given", async () => {
    const streams = fakeStreams(false, { PICTOR_CONFIG: resolve("/nowhere/at/all.json") });
    expect(await run(["auth", "list"], streams)).toBe(2);
    expect(streams.written.err).toContain(
      `There is no configuration file at ${resolve("/nowhere/at/all.json")}.`,
    );
    await run(["auth", "list", "--config", "/nowhere/else.json"], streams);
    expect(streams.written.err).toContain(resolve("/nowhere/else.json"));
  });
});

it("reports a thrown error as text and as a record, and returns its exit code", () => {
  const streams = fakeStreams();
  const error = new UsageError("USAGE_VALUE", "It is wrong.", "Correct it.");
  expect(reportFailure(error, createTerminal(streams, { json: true }))).toBe(2);
  expect(streams.written.err).toBe("error: It is wrong.\n  Correct it.\n  USAGE_VALUE\n");
  expect(JSON.parse(streams.written.out)).toMatchObject({
    type: "result",
    exitCode: 2,
    error: { code: "USAGE_VALUE" },
  });
});

describe("with the real kernel and the built-in plugins", () => {
  async function pictor(...given: readonly string[]) {
    const streams = fakeStreams();
    const code = await run(given, streams);
    return { code, ...streams.written };
  }

  it("lists the plugins, all usable, and removes its listeners from the process", async () => {
    const before = process.listenerCount("SIGINT");
    const { code, out, err } = await pictor("plugins", "list", "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { plugins } = JSON.parse(out) as { readonly plugins: readonly { readonly state: string }[] };
    expect(new Set(plugins.map(({ state }) => state))).toEqual(new Set(["valid"]));
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
  it("inspects a plugin", async () => {
    expect((await pictor("plugins", "inspect", "output-files")).out).toContain(
      "afterOutput       saveFile     late",
    );
  });
  it.each([
    [["plugins", "inspect"], "Name either a plugin or a hook"],
    [["plugins", "inspect", "output-file"], 'Did you mean "output-files"?'],
    [["request", "GET", "http://"], "REQUEST_URL_INVALID"],
    [["request", "GET", "http://127.0.0.1:1/", "--auth", "nobody"], "AUTH_PROFILE_UNKNOWN"],
  ])("refuses %j", async (given, text) => {
    const { code, out, err } = await pictor(...given);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(text);
  });
});

it.each([
  [false, "Stopping; press Ctrl-C again to exit at once.\n"],
  [true, ""],
])(
  "Ctrl-C prints a note, except in a command that only shows something (%s)",
  async (isViewOnly, expected) => {
    const streams = fakeStreams();
    const code = await runWithHost({ globals: {}, streams, isViewOnly }, ({ signal }) => {
      process.emit("SIGINT");
      return Promise.resolve(signal.aborted ? 0 : 1);
    });
    expect({ code, err: streams.written.err }).toEqual({ code: 0, err: expected });
  },
);
