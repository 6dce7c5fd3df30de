// Tests of installation steps that are refused or fail.

import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { undoUpdate } from "../update/undo-update.js";
import { performStep, requiredGB } from "./all-steps.js";
import type { Facts } from "./machine-facts.js";
import { createInstallation } from "../installation/installation.js";
import {
  exited,
  pythonProbe,
  scriptedInstance,
  stoppedServer,
  type Call,
  type ScriptedInstanceOptions,
  type ScriptedInstance,
} from "../testing/fake-instance.js";
import { put } from "../testing/local-machine.js";
import { toToolFault } from "../folder-faults.js";
import { takeSnapshot } from "./snapshot.js";
import { readState, writeState } from "./install-state.js";
import type { StepId, StepRecords } from "./steps.js";

const facts: Facts = {
  python: { kind: "found", python: { version: [3, 12, 1], executable: "/usr/bin/python3", missing: [] } },
  hasUv: false,
  device: "cpu",
  torch: { kind: "known", indexes: { index: "https://host/cpu", extra: [] } },
  freeGB: 100,
  cloneProblem: undefined,
};
const step = { status: "begun", inputs: "h", at: "t", facts: {} } as const;

async function doing(
  id: StepId,
  instance: ScriptedInstance,
  { changed = {}, steps = {} }: { readonly changed?: Partial<Facts>; readonly steps?: StepRecords } = {},
): Promise<unknown> {
  await writeState(instance.layout.installState, { format: 1, steps });
  const now = { ...facts, ...changed };
  return performStep(id, instance, await takeSnapshot(instance, now), {}, "h");
}
const tree = (instance: ScriptedInstance, requirements: string): void => {
  for (const [name, text] of [
    ["main.py", ""],
    [".git/HEAD", "ref: refs/heads/main"],
    [".git/objects/info/packs", ""],
    ["requirements.txt", requirements],
  ] as const)
    put(join(instance.layout.comfy, name), text);
};

describe("a step is refused", () => {
  it("if there is less space than the settings require", async () => {
    await expect(doing("space", scriptedInstance({ install: { minFreeGB: 1e9 } }))).rejects.toMatchObject({
      code: "MANAGED_DISK_SPACE",
      hint: expect.stringContaining("install.minFreeGB"),
    });
    expect(await doing("space", scriptedInstance({ install: { minFreeGB: 0 } }))).toEqual({});
  });

  it("if no Python can be used", async () => {
    const changed = { python: { kind: "none", found: "python3 is 3.8.2" } } as const;
    await expect(doing("environment", scriptedInstance(), { changed })).rejects.toMatchObject({
      code: "MANAGED_PYTHON_MISSING",
      what: "No usable Python 3.10 or newer was found: python3 is 3.8.2.",
    });
  });

  it("if Python lacks the module venv, and no file is removed", async () => {
    const python = { version: [3, 12, 1], executable: "/usr/bin/python3", missing: ["ensurepip"] } as const;
    const instance = scriptedInstance();
    put(join(instance.layout.venv ?? "", "old"));
    const changed = { python: { kind: "found", python } } as const;
    await expect(
      doing("environment", instance, { changed, steps: { environment: step } }),
    ).rejects.toMatchObject({ code: "MANAGED_VENV_MISSING", hint: expect.stringContaining("python3-venv") });
    expect(instance.calls).toEqual([]);
  });

  it("if no package index has torch for the device", async () => {
    const instance = scriptedInstance({ platform: "win32" });
    tree(instance, "torch\n");
    const torch = { kind: "unknown", reason: "there are none" } as const;
    await expect(doing("torch", instance, { changed: { device: "amd", torch } })).rejects.toMatchObject({
      code: "MANAGED_TORCH_INDEX",
    });
  });

  it("if the tree was damaged before its commit was known", async () => {
    const instance = scriptedInstance();
    put(join(instance.layout.comfy, "models/a.safetensors"), "mine");
    await expect(doing("clone", instance, { steps: { clone: step } })).rejects.toMatchObject({
      code: "MANAGED_TREE_BROKEN",
      details: { folder: instance.layout.comfy },
    });
  });

  it("if torch is installed and cannot be imported", async () => {
    const output =
      "Traceback (most recent call last):\nImportError: libcudart.so.13: cannot open shared object file\n";
    const instance = scriptedInstance({ answer: () => exited(1, output) });
    tree(instance, "torch\n");
    await expect(doing("verify", instance)).rejects.toMatchObject({
      code: "MANAGED_TOOL_FAILED",
      what: "python ended with exit code 1: ImportError: libcudart.so.13: cannot open shared object file.",
    });
  });
});

describe("the check of an installed server", () => {
  const help = "usage: main.py [-h] [--port PORT] [--cpu] [--quick-test-for-ci]\n";
  const lacking = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'sqlalchemy'\n";
  const checked = (text: string, start: string | undefined) => {
    const answer = ({ args }: Call) =>
      args.includes("--help") ? text : start === undefined ? "" : exited(1, start);
    const instance = scriptedInstance({ answer });
    tree(instance, "");
    return instance;
  };

  it("starts it once, with the arguments of the settings, without listening", async () => {
    const instance = checked(help, undefined);
    expect(await doing("verify", instance)).toEqual({});
    expect(instance.calls.map(({ args }) => args.join(" "))).toEqual([
      "main.py --help",
      expect.stringMatching(/^main\.py --port \d+ --cpu --quick-test-for-ci$/),
    ]);
  });

  it("names a module that is missing, and the command that adds its package", async () => {
    await expect(doing("verify", checked(help, lacking))).rejects.toMatchObject({
      code: "MANAGED_TOOL_FAILED",
      what: expect.stringContaining("No module named 'sqlalchemy'"),
      hint: expect.stringContaining("`pictor backend install studio --set install.packages=sqlalchemy`"),
      details: { missingPackage: "sqlalchemy" },
    });
  });

  it("is the help alone for a version that cannot be started so", async () => {
    const instance = checked("usage: main.py [--port PORT]\n", lacking);
    expect(await doing("verify", instance)).toEqual({});
    expect(instance.calls).toHaveLength(1);
  });
});

describe("a missing requirement", () => {
  const answer = ({ file }: Call): string | undefined =>
    ({ git: "git version 2.45.0", python3: pythonProbe([3, 12, 1]) })[file];
  const only =
    (...files: readonly string[]) =>
    (call: Call): string | undefined =>
      files.includes(call.file) ? answer(call) : undefined;
  const install = { minFreeGB: 0 };
  const missingFolder = join(tmpdir(), "pictor-no-such-folder");

  it.each<[string, ScriptedInstanceOptions, string, string]>([
    ["Python", { install, answer: only("git") }, "environment", "MANAGED_PYTHON_MISSING"],
    [
      "a Python that makes environments",
      { install, answer: (call) => (call.file === "git" ? answer(call) : pythonProbe([3, 12, 1], ["venv"])) },
      "environment",
      "MANAGED_VENV_MISSING",
    ],
    ["git", { install, answer: only("python3") }, "clone", "MANAGED_GIT_MISSING"],
    ["space", { install: { minFreeGB: 1e9 }, answer }, "space", "MANAGED_DISK_SPACE"],
    [
      "the folder that is the source",
      { install: { ...install, source: missingFolder }, answer },
      "clone",
      "MANAGED_SOURCE_MISSING",
    ],
    [
      "the folder that is the source, as an address",
      { install: { ...install, source: pathToFileURL(missingFolder).href }, answer },
      "clone",
      "MANAGED_SOURCE_MISSING",
    ],
    ["an address", { install: { ...install, source: "ComfyUI" }, answer }, "clone", "MANAGED_GIT_ADDRESS"],
  ])("%s is in the plan, and refused before anything is downloaded", async (_, options, id, code) => {
    const instance = scriptedInstance(options);
    const { facet } = createInstallation(instance, stoppedServer);
    const blocked = (await facet.plan()).filter(({ problem }) => problem !== undefined);
    expect(blocked).toMatchObject([{ id, state: "pending", problem: { code } }]);
    await expect(facet.install()).rejects.toMatchObject({ code });
    const subcommands = instance.calls.filter(({ file }) => file === "git").flatMap(({ args }) => args);
    expect(subcommands).not.toContain("ls-remote");
    expect(existsSync(instance.layout.installState)).toBe(false);
  });

  it("is not reported if nothing is missing", async () => {
    const { facet } = createInstallation(scriptedInstance({ install, answer }), stoppedServer);
    for (const step of await facet.plan()) expect(step).not.toHaveProperty("problem");
  });
});

it("the rest of an installation needs less space than the whole", async () => {
  const instance = scriptedInstance();
  expect(requiredGB(await takeSnapshot(instance, facts))).toBe(8);
  const { venv = "", python, installState } = instance.layout;
  for (const file of [join(venv, "pyvenv.cfg"), python]) put(file);
  await writeState(installState, { format: 1, steps: { torch: { ...step, status: "finished" } } });
  expect(requiredGB(await takeSnapshot(instance, facts))).toBe(2);
});

describe("a refused write", () => {
  it.each([
    ["ENOSPC", "MANAGED_DISK_FULL"],
    ["EDQUOT", "MANAGED_DISK_FULL"],
    ["EROFS", "MANAGED_FOLDER_NOT_WRITABLE"],
    ["EACCES", "MANAGED_FOLDER_NOT_WRITABLE"],
    ["ENOTDIR", "MANAGED_FOLDER_NOT_WRITABLE"],
  ])("%s is %s", (code, expected) => {
    const error = Object.assign(new Error("refused"), { code });
    expect(toToolFault(error, "/s")).toMatchObject({
      code: expected,
      details: { folder: "/s" },
      cause: error,
    });
  });
  it("does not convert other errors", () => {
    const error = new Error("x");
    expect(toToolFault(error, "/s")).toBe(error);
  });
});

it("an update that cannot be undone yet rejects, and keeps the data for the next attempt", async () => {
  const instance = scriptedInstance();
  const update = { from: { commit: "a".repeat(40), name: "0.1.0" }, to: "v0.2.0", steps: { clone: step } };
  const { installState, venv = "" } = instance.layout;
  await writeState(installState, { format: 1, steps: {}, update });
  put(join(`${venv}.backup`, "pyvenv.cfg"));
  await expect(undoUpdate(instance, update, {})).rejects.toMatchObject({
    code: "MANAGED_UPDATE_STUCK",
    what: expect.stringContaining("git was not found"),
  });
  expect((await readState(installState)).update).toEqual(update);
});
