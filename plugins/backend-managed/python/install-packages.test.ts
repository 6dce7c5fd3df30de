// Tests of the installation of requirements: command lines, environment, failures.

import { readFileSync, writeFileSync } from "node:fs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exited, scriptedInstance } from "../testing/fake-instance.js";
import { installRequirements, isBlank, runPython } from "./install-packages.js";

const succeeds = { answer: ({ file }: { readonly file: string }) => (file === "uv" ? undefined : "done") };

describe("empty requirements", () => {
  it.each(["", "\n\n", "# nothing\r\n\r\n", "\uFEFF# nothing", "   # spaces\n\t\n"])("%j", (text) => {
    expect(isBlank(text)).toBe(true);
  });
  it.each(["torch", "\n-r other.txt\n", "a # why"])("not %j", (text) => {
    expect(isBlank(text)).toBe(false);
  });
  it("run nothing", async () => {
    const instance = scriptedInstance(succeeds);
    await installRequirements(instance, { lines: ["# nothing", ""] });
    expect(instance.calls).toEqual([]);
  });
});

describe("installing", () => {
  it("runs the pip of the environment in the folder of the file, so that relative paths resolve", async () => {
    const instance = scriptedInstance({ ...succeeds, install: { index: "https://host/simple" } });
    const file = join(instance.layout.root, "requirements.txt");
    writeFileSync(file, "aiohttp\n");
    await installRequirements(instance, { file });
    const call = instance.calls.at(-1);
    expect(call).toMatchObject({ file: instance.layout.python, cwd: instance.layout.root });
    expect(call?.args.join(" ")).toBe(
      `-I -u -X utf8 -m pip install --disable-pip-version-check --no-input -r ${file} --index-url https://host/simple`,
    );
  });

  it("says what to do in an environment that uv has made, without pip", async () => {
    const instance = scriptedInstance({
      answer: ({ file }) => (file === "uv" ? undefined : exited(1, "/v/bin/python: No module named pip\n")),
    });
    await expect(installRequirements(instance, { lines: ["a"] })).rejects.toMatchObject({
      code: "MANAGED_TOOL_FAILED",
      hint: expect.stringContaining("install uv so that it is on the PATH") as string,
    });
  });

  it("passes lines in a private temporary file", async () => {
    let seen = "";
    const instance = scriptedInstance({
      answer: ({ args, file }) => {
        if (file === "uv") return undefined;
        seen = readFileSync(args.at(-1) ?? "", "utf8");
        return "done";
      },
    });
    await installRequirements(instance, { lines: ["a==1", "b @ https://me:hunter22@host/b.whl"] });
    expect(seen).toBe("a==1\nb @ https://me:hunter22@host/b.whl\n");
    expect(JSON.stringify(instance.calls)).not.toContain("hunter22");
    expect(readdirSync(instance.layout.root)).toEqual([]);
  });

  it("uses uv if it is found", async () => {
    const instance = scriptedInstance({
      answer: ({ args }) => (args[0] === "--version" ? "uv 0.9.2" : "done"),
    });
    await installRequirements(instance, { lines: ["a"] }, { reinstall: true });
    expect(instance.calls.at(-1)?.file).toBe("uv");
    expect(instance.calls.at(-1)?.args.slice(0, 5)).toEqual([
      "pip",
      "install",
      "--python",
      instance.layout.python,
      "--reinstall",
    ]);
  });

  it("rejects with the error lines, without credentials", async () => {
    const index = "https://me:hunter22@host/simple";
    const output = `Looking in indexes: ${index}\nCollecting a\nERROR: 401 for ${index}\nERROR: No matching distribution found for a\n`;
    const lines: string[] = [];
    const instance = scriptedInstance({
      install: { index },
      answer: ({ file }) => (file === "uv" ? undefined : exited(1, output)),
    });
    const failing = installRequirements(instance, { lines: ["a"] }, { onLine: (line) => lines.push(line) });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "MANAGED_TOOL_FAILED",
      what: "pip ended with exit code 1: ERROR: 401 for https://***@host/simple | ERROR: No matching distribution found for a.",
      details: { exitCode: 1 },
    });
    expect(JSON.stringify([error, lines])).not.toContain("hunter22");
    expect(lines).toContain("Looking in indexes: https://***@host/simple");
  });

  it("distinguishes a full disk from other failures", async () => {
    const output =
      "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n";
    const instance = scriptedInstance({
      answer: ({ file }) => (file === "uv" ? undefined : exited(1, output)),
    });
    await expect(installRequirements(instance, { lines: ["a"] })).rejects.toMatchObject({
      code: "MANAGED_DISK_FULL",
    });
  });

  it("starts nothing after an abort", async () => {
    const instance = scriptedInstance(succeeds);
    const signal = AbortSignal.abort("enough");
    await expect(installRequirements(instance, { lines: ["a"] }, { signal })).rejects.toBe("enough");
    expect(instance.calls).toEqual([]);
  });
});

it("the instance's Python gets its own environment and the variables of the caller", async () => {
  const instance = scriptedInstance({ answer: () => exited(3, "no") });
  const end = await runPython(instance, ["install.py"], { cwd: "/x", env: { COMFYUI_PATH: "/c" } });
  expect(end).toEqual(exited(3, "no"));
  expect(instance.calls[0]).toMatchObject({ cwd: "/x", env: { COMFYUI_PATH: "/c", PIP_NO_INPUT: "1" } });
});
