// Tests of the state of an installation, by records and disk.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createInstallation } from "../installation/installation.js";
import { installedState } from "./installed-state.js";
import { scriptedInstance, stoppedServer, type ScriptedInstance } from "../testing/fake-instance.js";
import { put, temporaryFolder } from "../testing/local-machine.js";
import { writeState } from "./install-state.js";
import { requiredSteps, type StepRecord, type StepRecords } from "./steps.js";

const step: StepRecord = { status: "finished", inputs: "h", at: "t", facts: {} };
const facts: StepRecords = {
  clone: { ...step, facts: { commit: "c".repeat(40), version: "v0.3.0" } },
  environment: { ...step, facts: { python: "3.12.1" } },
  torch: { ...step, facts: { device: "nvidia" } },
};
const records: StepRecords = { ...Object.fromEntries(requiredSteps.map((id) => [id, step])), ...facts };

async function installation(steps: StepRecords = records): Promise<ScriptedInstance> {
  const instance = scriptedInstance();
  const { comfy, venv = "", python, installState } = instance.layout;
  for (const file of [join(comfy, "main.py"), join(venv, "pyvenv.cfg"), python]) put(file);
  put(join(comfy, ".git/HEAD"), "c".repeat(40));
  mkdirSync(join(comfy, ".git/objects"));
  await writeState(installState, { format: 1, steps });
  return instance;
}

describe("an installation", () => {
  it("that is complete reports its facts", async () => {
    expect(await installedState(await installation())).toEqual({
      state: "complete",
      commit: "c".repeat(40),
      version: "v0.3.0",
      device: "nvidia",
      python: "3.12.1",
    });
  });
  it.each<[string, (layout: ScriptedInstance["layout"]) => void, string]>([
    ["repository is damaged", ({ comfy }) => put(join(comfy, ".git/HEAD")), "damaged"],
    ["tree is damaged", ({ comfy }) => rmSync(join(comfy, "main.py")), "damaged"],
    ["environment is missing", ({ venv = "" }) => rmSync(venv, { recursive: true }), "environment"],
  ])("whose records are complete and whose %s", async (_what, damage, reason) => {
    const instance = await installation();
    damage(instance.layout);
    expect(await installedState(instance)).toMatchObject({
      state: "absent",
      reason: expect.stringContaining(reason),
    });
  });
  it("that has not begun", async () => {
    const state = await installedState(scriptedInstance());
    expect(state).toMatchObject({
      state: "absent",
      reason: expect.stringContaining("nothing is installed in"),
    });
  });
  it("that was interrupted", async () => {
    const { verify: _, ...some } = records;
    const instance = await installation({ ...some, requirements: { ...step, status: "begun" } });
    const reason = 'its installation ended at the step "Packages of ComfyUI"';
    expect(await installedState(instance)).toEqual({ state: "absent", reason });
    await expect(createInstallation(instance, stoppedServer).ready()).rejects.toMatchObject({
      code: "MANAGED_NOT_INSTALLED",
      hint: expect.stringContaining("pictor backend install studio"),
    });
  });
  it("without ComfyUI-Manager is complete", async () => {
    const instance = await installation({ ...records, manager: { ...step, status: "failed" } });
    expect(await installedState(instance)).toMatchObject({ state: "complete" });
  });
});

describe("a ComfyUI that Pictor did not install", () => {
  const theirs = (): ScriptedInstance => {
    const comfyDirectory = temporaryFolder();
    put(join(comfyDirectory, "main.py"));
    put(join(comfyDirectory, "comfyui_version.py"), '__version__ = "0.3.64"\n');
    return scriptedInstance({ comfyDirectory });
  };
  it("can be started, and reports its version", async () => {
    expect(await installedState(theirs())).toEqual({ state: "complete", version: "0.3.64" });
  });
  it("is neither installed nor updated, and has no plan", async () => {
    const { facet } = createInstallation(theirs(), stoppedServer);
    expect(await facet.plan()).toEqual([]);
    await expect(facet.install()).rejects.toMatchObject({ code: "MANAGED_NOT_OURS" });
    await expect(facet.update()).rejects.toMatchObject({ code: "MANAGED_NOT_OURS" });
  });
  it("is absent if the folder has none", async () => {
    const instance = scriptedInstance({ comfyDirectory: temporaryFolder() });
    expect(await installedState(instance)).toMatchObject({
      state: "absent",
      reason: expect.stringContaining("main.py"),
    });
  });
});

describe("a folder that is in the way", () => {
  it.each(["ComfyUI/main.py", "venv/pyvenv.cfg", "main.py"])(
    "with %s is refused, and left as it is",
    async (path) => {
      const instance = scriptedInstance();
      put(join(instance.layout.root, path), "theirs");
      const { facet } = createInstallation(instance, stoppedServer);
      const refusal = { code: "MANAGED_FOLDER_FOREIGN", hint: expect.stringContaining("comfyDirectory") };
      await expect(facet.install()).rejects.toMatchObject(refusal);
      await expect(facet.plan()).rejects.toMatchObject(refusal);
      expect(instance.calls).toEqual([]);
    },
  );
  it("may be a file in place of the instance's folder", async () => {
    const folder = temporaryFolder();
    put(join(folder, "file"));
    const { facet } = createInstallation(scriptedInstance({ root: join(folder, "file") }), stoppedServer);
    await expect(facet.install()).rejects.toMatchObject({ code: "MANAGED_FOLDER_NOT_WRITABLE" });
  });
});
