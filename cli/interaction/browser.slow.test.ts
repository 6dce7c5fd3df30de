// The browser that BROWSER names is started as a program, with arguments that every user of the machine can read.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "./browser.js";

const url = "http://127.0.0.1:8191/#code=canary";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-browser-"));
  // Others may enter the folder, as they may enter a home folder on many machines.
  chmodSync(folder, 0o755);
});

const open = async (script: string) => {
  const BROWSER = join(folder, "browser.sh");
  const text = `#!/bin/sh\necho "$@" > ${folder}/opened\necho $$ > ${folder}/pid\n${script}\n`;
  writeFileSync(BROWSER, text, { mode: 0o755 });
  const isOpen = await openBrowser(url, { BROWSER, XDG_RUNTIME_DIR: folder }, "linux");
  return { isOpen, file: fileURLToPath(readFileSync(join(folder, "opened"), "utf8").trim()) };
};

describe.skipIf(process.platform === "win32")("a browser", () => {
  it.each([
    ["succeeds", "exit 0", true],
    ["fails", "exit 3", false],
    ["keeps running", "exec sleep 5", true],
  ])("is started as a program that %s", async (_name, script, expected) => {
    const { isOpen, file } = await open(script);
    expect(isOpen).toBe(expected);
    expect(readFileSync(file, "utf8")).toContain(`href="${url}"`);
  });

  it("counts as absent if there is no such program", async () => {
    const env = { BROWSER: join(folder, "nothing"), XDG_RUNTIME_DIR: folder };
    expect(await openBrowser(url, env, "linux")).toBe(false);
  });

  it.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
    "has an address that another user can read neither in the list of processes nor in a file",
    async () => {
      const { file } = await open("sleep 5; true");
      const pid = readFileSync(join(folder, "pid"), "utf8").trim();
      const read = (program: string, path: string) =>
        spawnSync(program, [path], { uid: 65_534, gid: 65_534, encoding: "utf8" }).stdout;
      const shown = read("cat", `/proc/${pid}/cmdline`);
      expect(shown).toContain(file);
      expect(shown).not.toContain("canary");
      expect([read("cat", file), read("ls", dirname(file))]).toEqual(["", ""]);
    },
  );

  it("leaves no file behind when the command has ended", () => {
    const script = [
      `const { openBrowser } = await import(${JSON.stringify(new URL("browser.ts", import.meta.url).href)});`,
      `console.log(await openBrowser(${JSON.stringify(url)}, { BROWSER: "true", XDG_RUNTIME_DIR: ${JSON.stringify(folder)} }, "linux"));`,
    ].join("\n");
    const words = ["--conditions=@pictor/source", "--import", "tsx", "--input-type=module", "-e", script];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "true\n", stderr: "" });
    expect(existsSync(join(folder, "pictor"))).toBe(true);
    expect(spawnSync("ls", [join(folder, "pictor")], { encoding: "utf8" }).stdout).toBe("");
  });
});
