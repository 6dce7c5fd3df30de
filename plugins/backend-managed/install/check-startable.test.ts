// Tests of the check whether a ComfyUI that Pictor did not install can be started.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exited, scriptedInstance, type ScriptedInstanceOptions } from "../testing/fake-instance.js";
import { temporaryFolder } from "../testing/local-machine.js";
import { checkStartable } from "./check-startable.js";

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
}
function theirs(answer?: ScriptedInstanceOptions["answer"]) {
  const comfyDirectory = temporaryFolder();
  put(join(comfyDirectory, "main.py"));
  return scriptedInstance({ comfyDirectory, ...(answer && { answer }) });
}

describe("a ComfyUI that Pictor did not install", () => {
  it("can be started with a Python that has torch", async () => {
    const instance = theirs(() => "");
    await checkStartable(instance);
    expect(instance.calls).toMatchObject([
      { file: "python3", args: ["-c", "import torch"], cwd: instance.layout.comfy },
    ]);
  });

  it("cannot be started without torch; a usual Python is named", async () => {
    const output = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'torch'\n";
    const instance = theirs(() => exited(1, output));
    const python = join(instance.layout.comfy, "venv", "bin", "python");
    await expect(checkStartable(instance)).rejects.toMatchObject({
      code: "MANAGED_PYTHON_UNFIT",
      what: expect.stringContaining("cannot run with python3: ModuleNotFoundError: No module named 'torch'."),
      hint: expect.stringContaining(`such as ${python}.`),
    });
  });

  it("cannot be started if its Python is missing", async () => {
    await expect(checkStartable(theirs())).rejects.toMatchObject({
      code: "MANAGED_PYTHON_UNFIT",
      what: expect.stringContaining("python3 was not found"),
      hint: expect.stringContaining(join("venv", "bin", "python")),
    });
  });

  it("cannot be started without main.py, and runs no Python", async () => {
    const instance = scriptedInstance({ comfyDirectory: temporaryFolder() });
    await expect(checkStartable(instance)).rejects.toMatchObject({
      code: "MANAGED_NOT_INSTALLED",
      what: expect.stringContaining("main.py"),
    });
    expect(instance.calls).toEqual([]);
  });
});

it("an instance that is not installed cannot be started", async () => {
  await expect(checkStartable(scriptedInstance())).rejects.toMatchObject({ code: "MANAGED_NOT_INSTALLED" });
});
