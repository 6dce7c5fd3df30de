// Failures while ComfyUI and its extensions are installed: each has a clear error, partial work does not count, and the next
// attempt succeeds. Everything is in a folder with spaces and non-ASCII letters in its name.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { git, missingPrograms } from "../../stand-in/git.test.support.js";
import { eventually, killAllNaming, processesNaming } from "../../stand-in/processes.test.support.js";
import { makeIndex } from "../../stand-in/wheels.test.support.js";
import { cannotMount, mountOver, mountSmall } from "./mounts.test.support.js";
import { acmeVersions, betaVersions } from "./poster-workflow.test.support.js";
import { createStage, keepCopy, type Stage } from "./stage.test.support.js";

const title = (what: string): string => `${what} (${missingPrograms ?? "git and python3 are there"})`;
const onMounts = missingPrograms ?? cannotMount;
let stage: Stage;
let restore: () => void = () => undefined;

const left = () => processesNaming(stage.scratch);
const inNodes = (...path: readonly string[]): string => join(stage.comfy, "custom_nodes", ...path);
const install = () => stage.pictor("backend", "install", "studio", "--yes");
const small = ["--set", "width=64", "--set", "height=64"];
const example = () => stage.pictor("generate", "txt2img", "--example", ...small);
/** Ids of the steps that are not done. */
async function pending(): Promise<readonly string[]> {
  const { out, err } = await stage.pictor("backend", "install", "studio", "--dry-run", "--json");
  const last = out.trim().split("\n").at(-1) ?? err;
  const { plan } = JSON.parse(last) as { plan: readonly { id: string; state: string }[] };
  return plan.filter(({ state }) => state === "pending").map(({ id }) => id);
}
async function isNotInstalled(): Promise<void> {
  const { code, err } = await example();
  expect([code, err]).toEqual([3, expect.stringContaining("MANAGED_NOT_INSTALLED")]);
  expect(err).toContain("pictor backend install studio");
}
beforeAll(() => {
  if (missingPrograms === undefined) stage = createStage({ name: "Zoës Bilder (neu) 图片", isQuick: true });
});
afterEach(() => {
  if (missingPrograms !== undefined) return;
  const after = left();
  killAllNaming(stage.scratch);
  expect(after).toEqual([]);
});
afterAll(() => {
  if (missingPrograms === undefined) stage.dispose();
});

describe.skipIf(missingPrograms)(title("a clone that is interrupted"), () => {
  /** A git that clones only half of a repository, and then waits. */
  function slowGit(): { readonly begun: () => boolean; readonly goOn: () => void } {
    const folder = join(stage.scratch, "slow git");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    mkdirSync(folder, { recursive: true });
    const [mark, go] = [join(folder, "begun"), join(folder, "go")];
    for (const file of [mark, go]) rmSync(file, { force: true });
    const script = `#!/bin/sh
case " $* " in *" clone "*)
  for last; do :; done
  mkdir -p "$last/.git/objects"; echo "import torch" > "$last/main.py"
  : > "${mark}"
  while [ ! -e "${go}" ]; do sleep 0.02; done ;;
esac
exec "${real}" "$@"
`;
    writeFileSync(join(folder, "git"), script);
    chmodSync(join(folder, "git"), 0o755);
    const before = process.env["PATH"] ?? "";
    process.env["PATH"] = `${folder}${delimiter}${before}`;
    onTestFinished(() => void (process.env["PATH"] = before));
    return { begun: () => existsSync(mark), goOn: () => writeFileSync(go, "") };
  }

  it("by Ctrl-C leaves nothing", async () => {
    const { begun } = slowGit();
    const host = stage.host("backend", "install", "studio", "--yes");
    await host.reached(begun);
    host.process.kill("SIGINT");
    const { code, err } = await host.ended;
    expect(code, err).toBe(5);
    expect(left()).toEqual([]);
    expect(readdirSync(stage.instance).filter((name) => name.startsWith("ComfyUI"))).toEqual([]);
    await isNotInstalled();
    expect(await pending()).toContain("clone");
  });

  it("by the end of its host leaves nothing that counts", async () => {
    const { begun, goOn } = slowGit();
    const host = stage.host("backend", "install", "studio", "--yes");
    await host.reached(begun);
    host.process.kill("SIGKILL");
    await host.ended;
    goOn();
    await eventually(() => (left().length === 0 ? true : undefined));
    await isNotInstalled();
    expect(await pending()).toContain("clone");
  });
});

describe.skipIf(missingPrograms)(title("a requirement that cannot be installed"), () => {
  it("ends the step that names it; what was done stays done, and the next attempt goes on there", async () => {
    const requirements = readFileSync(join(stage.repository.folder, "requirements.txt"), "utf8");
    stage.repository.release("0.6.0", { "requirements.txt": `${requirements}late-package==9.0\n` });
    const first = await install();
    expect([first.code, first.err]).toEqual([3, expect.stringContaining("MANAGED_STEP_FAILED")]);
    expect(first.err).toContain("late-package==9.0");
    expect(left()).toEqual([]);
    await isNotInstalled();
    expect(await pending()).toEqual(expect.arrayContaining(["requirements", "verify"]));
    expect(await pending()).not.toContain("environment");

    const environment = join(stage.instance, "venv/pyvenv.cfg");
    const madeMs = statSync(environment).mtimeMs;
    makeIndex(join(stage.scratch, "sources/simple"), [{ name: "late-package", version: "9.0" }]);
    const second = await install();
    expect(second.code, second.err).toBe(0);
    expect(statSync(environment).mtimeMs).toBe(madeMs);
    expect(await pending()).toEqual([]);
    const restoreInstance = keepCopy(stage.instance);
    restore = () => {
      restoreInstance();
      rmSync(join(stage.project, "pictor-extensions.lock.json"), { force: true });
    };
  });
});

describe.skipIf(missingPrograms)(title("an extension whose installation fails"), () => {
  afterEach(() => restore());

  it("at its import is told by name; its next version works", async () => {
    stage.acme.add({ ...acmeVersions[1]!, version: "1.5.0" });
    stage.beta.add({ version: "2.1.0", classes: {}, breaks: true });
    const { code, err } = await stage.pictor("generate", "poster", "--prompt", "a kite", "--yes");
    expect([code, err]).toEqual([4, expect.stringContaining("this pack wants another version")]);
    expect(left()).toEqual([]);
    stage.beta.add({ ...betaVersions[1]!, version: "2.2.0" });
    const updated = await stage.pictor("extensions", "update", "beta/beta-nodes", "--yes");
    expect(updated.code, updated.err).toBe(0);
    const again = await stage.pictor("generate", "poster", "--prompt", "a kite", "--yes");
    expect(again.code, again.err).toBe(0);
    expect(git(inNodes("Beta-Nodes"), "describe", "--tags")).toBe("v2.2.0");
  });
});

describe.skipIf(missingPrograms)(title("a broken .git"), () => {
  afterEach(() => restore());

  it("of an extension is told as unverifiable; it can be removed and installed anew", async () => {
    const wanted = ["extensions", "install", "acme/acme-nodes@1.2.0", "--yes"];
    expect(await stage.pictor(...wanted)).toMatchObject({ code: 0 });
    truncateSync(inNodes("Acme-Nodes/.git/HEAD"));
    const listed = await stage.pictor("extensions", "list");
    expect(listed.code, listed.err).toBe(0);
    expect(listed.out.toLowerCase()).toContain("acme-nodes");
    const updated = await stage.pictor("extensions", "update", "Acme-Nodes", "--yes");
    expect(updated.code, updated.err).toBe(3);
    expect(updated.err).toMatch(/EXTENSION_|MANAGED_/);
    expect(await stage.pictor("extensions", "remove", "Acme-Nodes", "--yes")).toMatchObject({ code: 0 });
    const again = await stage.pictor(...wanted);
    expect(again.code, again.err).toBe(0);
  });
});

describe.skipIf(onMounts)(`the disk (${onMounts ?? "root may mount"})`, () => {
  it("that is read-only is named, for an installation, a start and an extension", async () => {
    const mount = mountOver(stage.instance);
    onTestFinished(mount.remove);
    mount.setReadOnly(true);
    const started = await example();
    expect([started.code, started.err]).toEqual([3, expect.stringContaining("MANAGED_FOLDER_NOT_WRITABLE")]);
    const added = await stage.pictor("extensions", "install", "acme/acme-nodes", "--yes");
    expect(added.code, added.err).toBe(3);
    expect(added.err).toContain("may not write");
    mount.setReadOnly(false);
    expect(await example()).toMatchObject({ code: 0 });
  });

  it.each([
    ["60k", "a clone"],
    ["6m", "an environment"],
  ])(
    "that is full is named (%s: not enough for %s); with more room the installation goes on",
    async (size) => {
      const directory = join(stage.scratch, `small ${size}`);
      const mount = mountSmall(directory, size);
      onTestFinished(mount.remove);
      // With the Python of this machine, whose own words tell that the disk is full.
      stage.configure({ directory, python: "" });
      onTestFinished(() => stage.configure());
      const first = await install();
      expect([first.code, first.err]).toEqual([3, expect.stringContaining("MANAGED_DISK_FULL")]);
      expect(first.err).toContain(directory);
      await isNotInstalled();
      mount.resize("400m");
      const second = await install();
      expect(second.code, second.err).toBe(0);
      const { code, err } = await example();
      expect(code, err).toBe(0);
    },
  );
});
