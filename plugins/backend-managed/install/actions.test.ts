// What ends a step: each refusal says what is wrong before anything is half done.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { undo } from "../update/undo.js";
import { act, neededGB } from "./actions.js";
import type { Facts } from "./facts.js";
import { createInstallation } from "./installation.js";
import { exited, scriptedMeans, type ScriptedMeans } from "./means.test.support.js";
import { refusalOf } from "./refusal.js";
import { look } from "./snapshot.js";
import { readState, writeState } from "./state.js";
import type { StepId, StepRecords } from "./steps.js";

const facts: Facts = {
  python: { kind: "found", python: { version: [3, 12, 1], executable: "/usr/bin/python3", missing: [] } },
  hasUv: false,
  device: "cpu",
  torch: { kind: "known", indexes: { index: "https://host/cpu", extra: [] } },
};
const step = { status: "begun", inputs: "h", at: "t", facts: {} } as const;

function put(path: string, text = ""): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
async function doing(
  id: StepId,
  means: ScriptedMeans,
  { changed = {}, steps = {} }: { readonly changed?: Partial<Facts>; readonly steps?: StepRecords } = {},
): Promise<unknown> {
  await writeState(means.layout.installState, { format: 1, steps });
  const now = { ...facts, ...changed };
  return act(id, means, await look(means, now), {}, "h");
}
const tree = (means: ScriptedMeans, requirements: string): void => {
  for (const [name, text] of [
    ["main.py", ""],
    [".git/HEAD", "ref: refs/heads/main"],
    [".git/objects/info/packs", ""],
    ["requirements.txt", requirements],
  ] as const)
    put(join(means.layout.comfy, name), text);
};

describe("a step is refused", () => {
  it("where there is less space than the settings ask for", async () => {
    await expect(doing("space", scriptedMeans({ install: { minFreeGB: 1e9 } }))).rejects.toMatchObject({
      code: "MANAGED_DISK_SPACE",
      hint: expect.stringContaining("install.minFreeGB"),
    });
    expect(await doing("space", scriptedMeans({ install: { minFreeGB: 0 } }))).toEqual({});
  });

  it("where no Python can be used", async () => {
    const changed = { python: { kind: "none", found: "python3 is 3.8.2" } } as const;
    await expect(doing("environment", scriptedMeans(), { changed })).rejects.toMatchObject({
      code: "MANAGED_PYTHON_MISSING",
      what: "No Python 3.10 or newer can be used: python3 is 3.8.2.",
    });
  });

  it("where Python comes without what makes environments, and nothing is removed for it", async () => {
    const python = { version: [3, 12, 1], executable: "/usr/bin/python3", missing: ["ensurepip"] } as const;
    const means = scriptedMeans();
    put(join(means.layout.venv ?? "", "old"));
    const changed = { python: { kind: "found", python } } as const;
    await expect(
      doing("environment", means, { changed, steps: { environment: step } }),
    ).rejects.toMatchObject({
      code: "MANAGED_VENV_MISSING",
      hint: expect.stringContaining("python3-venv"),
    });
    expect(means.calls).toEqual([]);
  });

  it("where nobody has torch for the device", async () => {
    const means = scriptedMeans({ platform: "win32" });
    tree(means, "torch\n");
    const torch = { kind: "unknown", device: "amd", platform: "win32" } as const;
    await expect(doing("torch", means, { changed: { device: "amd", torch } })).rejects.toMatchObject({
      code: "MANAGED_TORCH_INDEX",
    });
  });

  it("where the tree was damaged before its commit was known", async () => {
    const means = scriptedMeans();
    put(join(means.layout.comfy, "models/a.safetensors"), "mine");
    await expect(doing("clone", means, { steps: { clone: step } })).rejects.toMatchObject({
      code: "MANAGED_TREE_BROKEN",
      details: { folder: means.layout.comfy },
    });
  });

  it("where torch is installed and cannot be imported", async () => {
    const output =
      "Traceback (most recent call last):\nImportError: libcudart.so.13: cannot open shared object file\n";
    const means = scriptedMeans({ answer: () => exited(1, output) });
    tree(means, "torch\n");
    await expect(doing("verify", means)).rejects.toMatchObject({
      code: "MANAGED_TOOL_FAILED",
      what: "python ended with exit code 1: ImportError: libcudart.so.13: cannot open shared object file.",
    });
  });
});

it("no Python is told before anything is downloaded", async () => {
  const means = scriptedMeans();
  const server = {
    isRunning: async () => false,
    stop: async () => undefined,
    tryStart: async () => undefined,
  };
  await expect(createInstallation(means, server).facet.install()).rejects.toMatchObject({
    code: "MANAGED_PYTHON_MISSING",
  });
  expect(means.calls.map(({ file }) => file)).not.toContain("git");
});

it("the rest of an installation needs less space than the whole", async () => {
  const means = scriptedMeans();
  expect(neededGB(8, await look(means, facts))).toBe(8);
  const { venv = "", python, installState } = means.layout;
  for (const file of [join(venv, "pyvenv.cfg"), python]) put(file);
  await writeState(installState, { format: 1, steps: { torch: { ...step, status: "finished" } } });
  expect(neededGB(8, await look(means, facts))).toBe(2);
});

describe("what the system refuses", () => {
  it.each([
    ["ENOSPC", "MANAGED_DISK_FULL"],
    ["EDQUOT", "MANAGED_DISK_FULL"],
    ["EROFS", "MANAGED_FOLDER_NOT_WRITABLE"],
    ["EACCES", "MANAGED_FOLDER_NOT_WRITABLE"],
    ["ENOTDIR", "MANAGED_FOLDER_NOT_WRITABLE"],
  ])("%s is %s", (code, expected) => {
    const error = Object.assign(new Error("refused"), { code });
    expect(refusalOf(error, "/s")).toMatchObject({ code: expected, details: { folder: "/s" }, cause: error });
  });
  it("is nothing else", () => {
    const error = new Error("x");
    expect(refusalOf(error, "/s")).toBe(error);
  });
});

it("an update that cannot be undone yet says so, and keeps what the next attempt needs", async () => {
  const means = scriptedMeans();
  const update = { from: { commit: "a".repeat(40), name: "0.1.0" }, to: "v0.2.0", steps: { clone: step } };
  const { installState, venv = "" } = means.layout;
  await writeState(installState, { format: 1, steps: {}, update });
  put(join(`${venv}.backup`, "pyvenv.cfg"));
  await expect(undo(means, update, {})).rejects.toMatchObject({
    code: "MANAGED_UPDATE_STUCK",
    what: expect.stringContaining("git was not found"),
  });
  expect((await readState(installState)).update).toEqual(update);
});
