// Installing requirements: command lines, environment, failures.

import { readFileSync, writeFileSync } from "node:fs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exited, scriptedMeans } from "../testing/fake-instance.js";
import { installRequirements, isBlank, runPython } from "./install-packages.js";

const succeeds = { answer: ({ file }: { readonly file: string }) => (file === "uv" ? undefined : "done") };

describe("requirements that ask for nothing", () => {
  it.each(["", "\n\n", "# nothing\r\n\r\n", "\uFEFF# nothing", "   # spaces\n\t\n"])("%j", (text) => {
    expect(isBlank(text)).toBe(true);
  });
  it.each(["torch", "\n-r other.txt\n", "a # why"])("not %j", (text) => {
    expect(isBlank(text)).toBe(false);
  });
  it("run nothing", async () => {
    const means = scriptedMeans(succeeds);
    await installRequirements(means, { lines: ["# nothing", ""] });
    expect(means.calls).toEqual([]);
  });
});

describe("installing", () => {
  it("runs the environment's own pip in the folder of the file, so that what it names beside itself is found", async () => {
    const means = scriptedMeans({ ...succeeds, install: { index: "https://host/simple" } });
    const file = join(means.layout.root, "requirements.txt");
    writeFileSync(file, "aiohttp\n");
    await installRequirements(means, { file });
    const call = means.calls.at(-1);
    expect(call).toMatchObject({ file: means.layout.python, cwd: means.layout.root });
    expect(call?.args.join(" ")).toBe(
      `-I -u -X utf8 -m pip install --disable-pip-version-check --no-input -r ${file} --index-url https://host/simple`,
    );
  });

  it("gives lines in a file that only this user can read, and takes it away", async () => {
    let seen = "";
    const means = scriptedMeans({
      answer: ({ args, file }) => {
        if (file === "uv") return undefined;
        seen = readFileSync(args.at(-1) ?? "", "utf8");
        return "done";
      },
    });
    await installRequirements(means, { lines: ["a==1", "b @ https://me:hunter22@host/b.whl"] });
    expect(seen).toBe("a==1\nb @ https://me:hunter22@host/b.whl\n");
    expect(JSON.stringify(means.calls)).not.toContain("hunter22");
    expect(readdirSync(means.layout.root)).toEqual([]);
  });

  it("leaves it to uv where that is found", async () => {
    const means = scriptedMeans({ answer: ({ args }) => (args[0] === "--version" ? "uv 0.9.2" : "done") });
    await installRequirements(means, { lines: ["a"] }, { reinstall: true });
    expect(means.calls.at(-1)?.file).toBe("uv");
    expect(means.calls.at(-1)?.args.slice(0, 5)).toEqual([
      "pip",
      "install",
      "--python",
      means.layout.python,
      "--reinstall",
    ]);
  });

  it("fails with the lines that say why, without credentials", async () => {
    const index = "https://me:hunter22@host/simple";
    const output = `Looking in indexes: ${index}\nCollecting a\nERROR: 401 for ${index}\nERROR: No matching distribution found for a\n`;
    const lines: string[] = [];
    const means = scriptedMeans({
      install: { index },
      answer: ({ file }) => (file === "uv" ? undefined : exited(1, output)),
    });
    const failing = installRequirements(means, { lines: ["a"] }, { onLine: (line) => lines.push(line) });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "MANAGED_TOOL_FAILED",
      what: "pip ended with exit code 1: ERROR: 401 for https://***@host/simple | ERROR: No matching distribution found for a.",
      details: { exitCode: 1 },
    });
    expect(JSON.stringify([error, lines])).not.toContain("hunter22");
    expect(lines).toContain("Looking in indexes: https://***@host/simple");
  });

  it("tells a full disk from other failures", async () => {
    const output =
      "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n";
    const means = scriptedMeans({ answer: ({ file }) => (file === "uv" ? undefined : exited(1, output)) });
    await expect(installRequirements(means, { lines: ["a"] })).rejects.toMatchObject({
      code: "MANAGED_DISK_FULL",
    });
  });

  it("starts nothing once it was aborted", async () => {
    const means = scriptedMeans(succeeds);
    const signal = AbortSignal.abort("enough");
    await expect(installRequirements(means, { lines: ["a"] }, { signal })).rejects.toBe("enough");
    expect(means.calls).toEqual([]);
  });
});

it("the instance's Python gets an environment of its own, and what the caller adds", async () => {
  const means = scriptedMeans({ answer: () => exited(3, "no") });
  const end = await runPython(means, ["install.py"], { cwd: "/x", env: { COMFYUI_PATH: "/c" } });
  expect(end).toEqual(exited(3, "no"));
  expect(means.calls[0]).toMatchObject({ cwd: "/x", env: { COMFYUI_PATH: "/c", PIP_NO_INPUT: "1" } });
});
