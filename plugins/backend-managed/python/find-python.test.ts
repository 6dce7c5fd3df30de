// Tests of the search for Python and uv.

import { posixPath } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import {
  exited,
  pythonProbe,
  scriptedInstance,
  type ScriptedInstanceOptions,
} from "../testing/fake-instance.js";
import { pythonInVenv } from "../python-paths.js";
import { pythonCandidates, findPython, shouldUseUv } from "./find-python.js";

const answering = (programs: Readonly<Record<string, string>>): Pick<ScriptedInstanceOptions, "answer"> => ({
  answer: ({ file }) => programs[file],
});

describe("the commands that are tried", () => {
  it("are the usual ones, also on Windows", () => {
    expect(pythonCandidates("", "linux").slice(0, 2)).toEqual([["python3"], ["python"]]);
    expect(pythonCandidates("", "win32")[0]).toEqual(["py", "-3"]);
    expect(pythonCandidates("", "linux").flat()).not.toContainEqual(expect.stringContaining("/"));
  });
  it("are only that of the settings, if they name one", () => {
    expect(pythonCandidates("/opt/python", "linux")).toEqual([["/opt/python"]]);
  });
});

it.each<[NodeJS.Platform, string]>([
  ["linux", "/v/bin/python"],
  ["darwin", "/v/bin/python"],
  ["win32", "/v/Scripts/python.exe"],
])("the Python of a virtual environment on %s is %s", (platform, path) => {
  expect(posixPath(pythonInVenv("/v", platform))).toBe(path);
});

describe("finding Python", () => {
  it("uses the first that is new enough", async () => {
    const instance = scriptedInstance(
      answering({ python3: pythonProbe([3, 9, 2]), "python3.12": pythonProbe([3, 12, 4]) }),
    );
    expect(await findPython(instance)).toMatchObject({ kind: "found", python: { version: [3, 12, 4] } });
  });

  it("finds that of Homebrew on macOS, where PATH may have that of Apple only", async () => {
    const instance = scriptedInstance({
      platform: "darwin",
      ...answering({
        python3: pythonProbe([3, 9, 6]),
        "/opt/homebrew/bin/python3.12": pythonProbe([3, 12, 4]),
      }),
    });
    expect(await findPython(instance)).toMatchObject({ kind: "found", python: { version: [3, 12, 4] } });
  });

  it.each<[string, ScriptedInstanceOptions, string]>([
    ["a version that is too old", answering({ python3: pythonProbe([3, 9, 2]) }), "python3 is 3.9.2"],
    [
      "Python 2, which does not support the probe",
      {
        python: "python2",
        answer: ({ args }) =>
          args.includes("--version") ? "Python 2.7.18\n" : exited(2, "Unknown option: -I"),
      },
      "python2 is 2.7.18",
    ],
    ["nothing", {}, "python3 was not found, python was not found"],
    [
      "what Windows has instead of a Python",
      {
        python: "python",
        answer: () =>
          exited(9009, "Python was not found; run without arguments to install from the Microsoft Store\n"),
      },
      "python is not a Python, but leads to the Microsoft Store",
    ],
    [
      "another program",
      { python: "echo", ...answering({ echo: "-I -c" }) },
      "echo does not answer as Python does",
    ],
  ])("names what it finds: %s", async (_what, options, found) => {
    expect(await findPython(scriptedInstance(options))).toEqual({ kind: "none", found });
  });

  it("runs without modules of the working directory and without the user's variables", async () => {
    const instance = scriptedInstance(answering({ python3: pythonProbe([3, 12, 4]) }));
    await findPython(instance);
    expect(instance.calls[0]?.args).toContain("-I");
    expect(instance.calls[0]?.env).toMatchObject({ PYTHONUNBUFFERED: "1", PYTHONIOENCODING: "utf-8" });
    expect(Object.entries(instance.calls[0]?.env ?? {})).toContainEqual(["UV_BUILD_CONSTRAINT", undefined]);
    expect(Object.entries(instance.calls[0]?.env ?? {})).toContainEqual([
      "PIP_REQUIRE_VIRTUALENV",
      undefined,
    ]);
  });
});

describe("uv", () => {
  const there = answering({ uv: "uv 0.9.2 (abc 2026-01-01)\n" });
  it("is used if it is found", async () => {
    expect(await shouldUseUv(scriptedInstance(there))).toBe(true);
    expect(await shouldUseUv(scriptedInstance())).toBe(false);
  });
  it("is not run if the settings exclude it", async () => {
    const instance = scriptedInstance({ ...there, install: { uv: "never" } });
    expect(await shouldUseUv(instance)).toBe(false);
    expect(instance.calls).toEqual([]);
  });
  it("is an error if the settings require it and it is missing", async () => {
    await expect(shouldUseUv(scriptedInstance({ install: { uv: "always" } }))).rejects.toMatchObject({
      code: "MANAGED_UV_MISSING",
      what: 'The settings of "studio" require uv, but it cannot be run: uv was not found.',
    });
  });
});
