// Tests of an update that fails or is interrupted.

import { join } from "node:path";
import { expect, it } from "vitest";
import { createInstallation } from "../installation/installation.js";
import {
  pythonProbe,
  scriptedInstance,
  stoppedServer,
  type Call,
  type ScriptedInstance,
} from "../testing/fake-instance.js";
import { put } from "../testing/local-machine.js";
import { readState, writeState, type InstallState } from "../install/install-state.js";
import { stepIds } from "../install/steps.js";

const [old, next] = ["a".repeat(40), "b".repeat(40)];

/** A git that checks out any commit; every other program succeeds. */
function scriptedGit(): (call: Call) => string {
  let head = old;
  return ({ file, args }) => {
    if (file !== "git") return args.includes("-c") ? pythonProbe([3, 12, 1]) : "";
    const has = (...words: readonly string[]): boolean => words.every((word) => args.includes(word));
    if (has("version")) return "git version 2.50.0";
    if (has("ls-remote")) return `${old}\tHEAD\n${next}\trefs/heads/next`;
    if (has("checkout")) head = args.find((word) => word === next || word === old) ?? head;
    if (has("rev-list")) return "0";
    if (has("rev-parse", "HEAD^{commit}")) return head;
    if (has("rev-parse") && args.some((word) => word.startsWith("refs/remotes/origin/next"))) return next;
    return "";
  };
}

async function installed(state: Partial<InstallState> = {}): Promise<ScriptedInstance> {
  const install = { source: "https://host/comfy.git", device: "cpu", uv: "never", minFreeGB: 0 } as const;
  const instance = scriptedInstance({ install, answer: scriptedGit() });
  const { comfy, venv = "", python, installState } = instance.layout;
  for (const path of ["main.py", ".git/HEAD", ".git/objects/pack"]) put(join(comfy, path), "x\n");
  for (const path of [python, join(venv, "pyvenv.cfg")]) put(path, "x\n");
  const done = { status: "finished", inputs: "", at: "", facts: { commit: old } } as const;
  const steps = Object.fromEntries(stepIds.map((id) => [id, done]));
  await writeState(installState, { format: 1, steps, ...state });
  return instance;
}

it("a version that does not start ends the update", async () => {
  const instance = await installed();
  const tries: unknown[] = [];
  const { facet } = createInstallation(instance, {
    ...stoppedServer,
    tryStart(options) {
      tries.push(options);
      return tries.length === 1 ? Promise.reject(new Error("it ended")) : Promise.resolve();
    },
  });
  await expect(facet.update({ version: "next" })).rejects.toMatchObject({
    code: "MANAGED_UPDATE_UNDONE",
    details: { reason: "it ended" },
  });
  expect(tries).toEqual([{ isNew: true }]);
  expect((await readState(instance.layout.installState)).update).toBe(undefined);
});

it("an interrupted update leaves no server and no record of its crash", async () => {
  const update = { from: { commit: old, name: "0.1.0" }, to: "next", steps: {} };
  const { steps } = await readState((await installed()).layout.installState);
  const instance = await installed({ update: { ...update, steps } });
  const done: string[] = [];
  const installation = createInstallation(instance, {
    isRunning: async () => false,
    stop: async () => void done.push("stop"),
    tryStart: async () => void done.push("start"),
  });
  await installation.ready();
  expect(done).toEqual(["stop"]);
  expect(instance.logged.join()).toContain("was interrupted");
});
