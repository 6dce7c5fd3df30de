// Tests of the pure decisions about a server.

import type { NodeClass } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { crashFault } from "./connect/server-calls.js";
import { startAdvice, describeEnding, indented, relevantLines } from "./process/process-ending.js";
import {
  countCrashesInRow,
  judgeExit,
  nextState,
  initialState,
  restartDelayMs,
  type ServerEvent,
  type ServerState,
} from "./state/server-state.js";
import { loadedNames } from "./loaded-extensions.js";
import { isReady } from "./start/wait-until-ready.js";
import { parseRunRecord, type RunRecord } from "./record/run-record.js";

const endpoint = { url: "http://127.0.0.1:8188", pid: 7, owner: "this", sinceMs: 0 } as const;
/** An instance with changes of its layout, or other packages of the settings. */
const instanceWith = ({ packages = [], ...layout }: { readonly packages?: readonly string[] } = {}) => ({
  name: "studio",
  layout: { isOurs: true, python: "python3", venv: "/data/venv", ...layout },
  settings: { install: { packages } },
});
const crash = { exitCode: 1, lastLines: ["boom"] };
const after = (...happenings: readonly ServerEvent[]): ServerState =>
  happenings.reduce(nextState, initialState);

describe("the state of a server", () => {
  it("from down to running, with a number for each life", () => {
    expect(after({ type: "launching" }).phase).toEqual({ at: "starting" });
    expect(after({ type: "launching" }, { type: "spawned", endpoint }).phase).toEqual({
      at: "starting",
      endpoint,
    });
    const running = after({ type: "spawned", endpoint }, { type: "ready", endpoint });
    expect(running.phase).toEqual({ at: "running", endpoint, life: 1 });
    expect(
      nextState(nextState(running, { type: "restarting" }), { type: "ready", endpoint }).phase,
    ).toMatchObject({ life: 2 });
  });

  it("a start after a crash keeps the crash until the server is ready", () => {
    const again = after({ type: "crashed", crash }, { type: "launching" }, { type: "spawned", endpoint });
    expect(again.phase).toEqual({ at: "starting", endpoint, crash });
    expect(nextState(again, { type: "ready", endpoint }).phase).not.toHaveProperty("crash");
  });

  it("a restart of a server that is not running changes nothing", () => {
    const down = after();
    expect(nextState(down, { type: "restarting" }).phase).toBe(down.phase);
  });

  it("after a stop and after a crash", () => {
    expect(after({ type: "ready", endpoint }, { type: "stopping" }).phase).toEqual({ at: "stopping" });
    expect(after({ type: "ready", endpoint }, { type: "down" }).phase).toEqual({ at: "down" });
    expect(after({ type: "ready", endpoint }, { type: "crashed", crash }).phase).toEqual({
      at: "crashed",
      crash,
    });
  });
});

describe("an end that this process did not request", () => {
  it.each([
    [{ exitCode: 0 }, true, "same", "restart"],
    [{}, true, "same", "restart"],
    [{ exitCode: 1 }, true, "same", "crashed"],
    [{ exitCode: 0 }, false, "same", "crashed"],
    [{ signal: "SIGKILL" }, false, "same", "crashed"],
    [{}, false, "same, crashed", "crashed"],
    [{ exitCode: 0 }, false, "same, stopping", "stopped"],
    [{ exitCode: 0 }, false, "none", "stopped"],
    [{ exitCode: 1 }, true, "other", "follow"],
  ] as const)("%j, file %j, record %s: %s", (ending, asksForRestart, record, verdict) => {
    expect(judgeExit({ ending, asksForRestart, record })).toBe(verdict);
  });

  it("is followed by restarts with growing delays, up to the limit, unless an argument was refused", () => {
    expect([1, 2, 3, 9].map((crashCount) => restartDelayMs(crashCount, 10, {}))).toEqual([
      1_000, 2_000, 4_000, 60_000,
    ]);
    expect(restartDelayMs(2, 1, {})).toBe(undefined);
    expect(restartDelayMs(1, 5, { exitCode: 2 })).toBe(undefined);
    expect([countCrashesInRow(3, 59_999), countCrashesInRow(3, 60_000)]).toEqual([4, 1]);
  });
});

describe("readiness", () => {
  const argv = ["--port", "1"];
  const server = { kind: "server" } as const;
  it.each([
    ["no answer", { kind: "silent", how: "refused" }, true, argv, false],
    ["another program answers", { kind: "other" }, true, argv, false],
    ["the line and an answer", server, true, argv, true],
    ["an answer with our arguments", { ...server, argv: ["main.py", ...argv] }, false, argv, true],
    ["an answer with the arguments of another server", { ...server, argv: ["main.py"] }, false, argv, false],
    ["an answer that proves nothing", server, false, argv, false],
    ["the same if no line is written", server, false, [...argv, "--dont-print-server"], true],
    ["the line, and credentials are required", { kind: "guarded" }, true, argv, true],
    ["credentials are required, without the line", { kind: "guarded" }, false, argv, false],
    [
      "a restart removed an argument",
      { ...server, argv: ["main.py", ...argv] },
      false,
      [...argv, "--windows-standalone-build"],
      true,
    ],
  ] as const)("%s", (_, answer, hasReadyLine, ours, is) => {
    expect(isReady({ answer, hasReadyLine, argv: ours })).toBe(is);
  });
});

describe("the description of an ending", () => {
  it.each([
    [{ exitCode: 0 }, "exit code 0"],
    [{ signal: "SIGSEGV" }, "ended by SIGSEGV"],
    [{}, "no known exit code"],
  ])("%j is %s", (ending, words) => {
    expect(describeEnding(ending)).toBe(words);
  });

  it("has the line that names a refused argument, else the last lines", () => {
    const usage = ["usage: main.py", "  [--port]", "main.py: error: unrecognized arguments: --x", ""];
    expect(relevantLines({ exitCode: 2 }, usage)).toEqual(["main.py: error: unrecognized arguments: --x"]);
    expect(relevantLines({ exitCode: 1 }, [...Array(20).keys()].map(String))).toHaveLength(8);
    expect(relevantLines({}, ["x".repeat(400)])[0]).toHaveLength(300);
    expect(indented([])).toBe("");
  });

  it.each([
    [{ exitCode: 2 }, "main.py: error: x", "launch.arguments"],
    [{ exitCode: 1 }, "OSError: [Errno 98] x: address already in use", "launch.port"],
    [{ exitCode: 1 }, "ModuleNotFoundError: No module named 'torch'", '"torch" is missing'],
    [{ signal: "SIGKILL" }, "", "memory"],
  ])("%j with %j advises on %s", (ending, line, advice) => {
    expect(startAdvice(ending, [line], instanceWith())).toContain(advice);
  });

  it.each<[string, string, object, string]>([
    [
      "a package",
      "aiohttp",
      {},
      "`pictor backend install studio --set install.packages=aiohttp` adds the package",
    ],
    ["a part of a package with another name", "yaml.nodes", {}, "install.packages=pyyaml`"],
    [
      "a package besides those of the settings",
      "aiohttp",
      { packages: ["x"] },
      'add "aiohttp" to `install.packages`',
    ],
    [
      "torch, whose index depends on the device",
      "torch",
      {},
      "delete the folder /data/venv, then `pictor backend install studio`",
    ],
    [
      "torch for another Python",
      "torch",
      { isOurs: false },
      '"torch" is missing: name the Python that has it, `python` in the settings',
    ],
    [
      "a package for another Python",
      "einops",
      { isOurs: false, python: "/data/python" },
      "`/data/python -m pip install einops` adds the package of that name, or name the Python",
    ],
  ])("for a missing module, %s, advises what adds it", (_, module, more, advice) => {
    const lines = [
      "ModuleNotFoundError: No module named 'early'",
      `ModuleNotFoundError: No module named '${module}'`,
    ];
    const text = startAdvice({ exitCode: 1 }, lines, instanceWith(more));
    expect(text).toContain(advice);
    expect(text).not.toContain("early");
  });

  it("names the package of the front end, which ComfyUI reports in its own words", () => {
    const lines = ["[ERROR] **** ERROR ****", "", "comfyui-frontend-package is not installed.", "", "Please"];
    expect(startAdvice({ exitCode: 255 }, lines, instanceWith())).toContain(
      "`pictor backend install studio --set install.packages=comfyui-frontend-package` adds the package",
    );
  });

  it("as the error of a job has code and lines", () => {
    const error = crashFault("studio", crash);
    expect(error).toMatchObject({
      code: "BACKEND_CRASHED",
      details: { backend: "studio", exitCode: 1, lines: ["boom"] },
    });
    expect(error.message).toMatch(/exit code 1.*boom/);
  });
});

describe("the record of a run", () => {
  const identity = { pid: 42, start: "boot/1" };
  const record: RunRecord = {
    phase: "running",
    process: identity,
    owner: identity,
    argv: ["--port", "1"],
    url: "http://127.0.0.1:1",
    keep: false,
    sinceMs: 1,
  };
  it("is read as it was written", () => {
    expect(parseRunRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });
  it.each<[unknown]>([
    [undefined],
    [null],
    [[]],
    [{ ...record, phase: "flying" }],
    [{ ...record, process: { pid: 1, start: "" } }],
    [{ ...record, process: { pid: -5, start: "" } }],
    [{ ...record, process: { pid: "42", start: "" } }],
    [{ ...record, url: "nowhere" }],
    [{ ...record, argv: [1] }],
    [{ ...record, guests: [{ pid: 0, start: "" }] }],
  ])("is refused when it is invalid, so that no other process is ended: %j", (value) => {
    expect(parseRunRecord(value)).toBe(undefined);
  });
});

it("loaded extensions are known by the modules of their node classes", () => {
  const modules = ["nodes", "comfy_extras.nodes_x", "custom_nodes.my.pack", "custom_nodes.one_file"];
  const named = modules.map((module, index) => [
    String(index),
    { name: String(index), inputs: [], outputs: [], isOutput: false, module },
  ]);
  const anonymous = ["x", { name: "x", inputs: [], outputs: [], isOutput: false }];
  const catalog = new Map([...named, anonymous] as [string, NodeClass][]);
  expect(loadedNames(catalog)).toEqual(["my.pack", "my.pack.py", "one_file", "one_file.py"]);
});
