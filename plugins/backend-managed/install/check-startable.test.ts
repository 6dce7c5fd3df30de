// Tests of the check whether a ComfyUI that Pictor did not install can be started.

import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createInstallation } from "../installation/installation.js";
import {
  exited,
  scriptedInstance,
  stoppedServer,
  type ScriptedInstanceOptions,
} from "../testing/fake-instance.js";
import { put, temporaryFolder } from "../testing/local-machine.js";
import { checkStartable } from "./check-startable.js";
import { installedState } from "./installed-state.js";

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
      {
        file: "python3",
        args: ["-c", expect.stringMatching(/; import torch$/) as string],
        cwd: instance.layout.comfy,
      },
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "cannot be started if its environment has lost its Python",
    async () => {
      const comfyDirectory = temporaryFolder();
      put(join(comfyDirectory, "main.py"));
      const python = join(comfyDirectory, "venv", "bin", "python");
      put(join(comfyDirectory, "venv", "bin", "pip"));
      symlinkSync(join(comfyDirectory, "gone"), python);
      await expect(checkStartable(scriptedInstance({ comfyDirectory }))).rejects.toMatchObject({
        code: "MANAGED_PYTHON_UNFIT",
        what: expect.stringContaining(
          `cannot run with ${python}: it is a link to a Python that is no longer there`,
        ),
        hint: expect.stringContaining(join(".venv", "bin", "python")),
      });
    },
  );

  it.each<[string, ReturnType<typeof exited> | undefined, string]>([
    [
      "no torch",
      exited(1, "Traceback (most recent call last):\nModuleNotFoundError: No module named 'torch'\n"),
      "cannot run with python3: ModuleNotFoundError: No module named 'torch'.",
    ],
    ["no Python", undefined, "python3 was not found"],
    [
      "an old Python",
      exited(1, "Python 2.7.18\nImportError: No module named torch\n"),
      "python3: it is Python 2.7.18",
    ],
    ["a torch that ends its Python", exited(139, "Python 3.11.7\n"), "python3: it ended with exit code 139"],
    [
      "the Store's",
      exited(9009, "Python was not found; run without\n"),
      "python3: Python was not found; run without",
    ],
  ])("cannot be started with %s; a usual Python is named", async (_name, end, what) => {
    const instance = theirs(() => end);
    await expect(checkStartable(instance)).rejects.toMatchObject({
      code: "MANAGED_PYTHON_UNFIT",
      what: expect.stringContaining(what),
      hint: expect.stringContaining(join(instance.layout.comfy, "venv", "bin", "python")),
    });
  });

  it.each([
    ["no pyproject.toml", undefined, undefined],
    ["one that names no Python", '[project]\nname = "ComfyUI"\n', undefined],
    ["one that supports it", '[project]\nrequires-python = ">=3.9"\n', undefined],
    [
      "one that does not",
      '[project]\nrequires-python = ">=3.10"\n',
      "it is Python 3.9.18, and ComfyUI needs 3.10 or newer",
    ],
  ])("with Python 3.9, torch and %s", async (_name, project, reason) => {
    const instance = theirs(() => exited(0, "Python 3.9.18\n"));
    if (project !== undefined) writeFileSync(join(instance.layout.comfy, "pyproject.toml"), project);
    const found = await checkStartable(instance).catch((error: unknown) => error);
    if (reason === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ what: expect.stringContaining(reason) as string });
  });

  it("cannot be started without main.py, and runs no Python", async () => {
    const instance = scriptedInstance({ comfyDirectory: temporaryFolder() });
    await expect(checkStartable(instance)).rejects.toMatchObject({
      code: "MANAGED_COMFYUI_ABSENT",
      what: expect.stringContaining("main.py"),
      hint: expect.stringContaining("comfyDirectory"),
    });
    expect(instance.calls).toEqual([]);
  });
});

it.each([
  ["around the ComfyUI", ["ComfyUI/main.py"], /no main\.py in .*, but there is one in .*ComfyUI$/],
  ["of the data of ComfyUI Desktop", ["custom_nodes/a.py"], /--base-directory in launch\.arguments$/],
  ["without either", [], /there is no main\.py in [^,]*$/],
])("the folder %s is no ComfyUI, and the reason says so", async (_name, files, reason) => {
  const comfyDirectory = temporaryFolder();
  for (const file of files) put(join(comfyDirectory, file));
  expect(await installedState(scriptedInstance({ comfyDirectory }))).toMatchObject({
    state: "absent",
    reason: expect.stringMatching(reason) as string,
  });
});

it("an instance whose launch arguments cannot be read is neither checked nor installed", async () => {
  const { settings, ...instance } = theirs(() => "");
  const launch = { ...settings.launch, arguments: '--listen "0.0.0.0' };
  const broken = { ...instance, settings: { ...settings, launch } };
  const ours = { ...broken, layout: scriptedInstance().layout };
  const fault = { code: "MANAGED_ARGUMENTS", what: expect.stringContaining("is not closed") as string };
  await expect(checkStartable(broken)).rejects.toMatchObject(fault);
  await expect(createInstallation(ours, stoppedServer).facet.install()).rejects.toMatchObject(fault);
  expect(instance.calls).toEqual([]);
});

it("an instance that is not installed cannot be started", async () => {
  await expect(checkStartable(scriptedInstance())).rejects.toMatchObject({ code: "MANAGED_NOT_INSTALLED" });
});
