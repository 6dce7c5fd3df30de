// Installing and updating ComfyUI with real git, Python, pip and files: completed steps, repeated steps, restored versions.

import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger, StepProgress } from "@pictor/kernel/plugin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realClock } from "../../../kernel/base/clock.js";
import { Programs } from "../../../services/processes/runner.js";
import { createInstallation } from "../../../plugins/backend-managed/installation/installation.js";
import { layoutOf } from "../../../plugins/backend-managed/layout.js";
import type { Instance } from "../../../plugins/backend-managed/instance.js";
import { complete, groupDefaults, type CompleteSettings } from "../../../plugins/backend-managed/settings.js";
import type { ServerControl } from "../../../plugins/backend-managed/update/server-control.js";
import { cleanEnvironment, git, missingPrograms } from "../../stand-in/git.test.support.js";
import { quickPython } from "../../stand-in/python.test.support.js";
import { makeIndex } from "../../stand-in/wheels.test.support.js";

const title = (what: string): string => `${what} (${missingPrograms ?? "git and python3 are there"})`;

let scratch = "";
let repository = "";
let index = "";
let before: NodeJS.ProcessEnv = {};

/** Commits and tags. `files` maps paths to contents. */
function release(version: string, files: Readonly<Record<string, string>> = {}): void {
  const all = { "comfyui_version.py": `__version__ = "${version}"\n`, ...files };
  for (const [path, text] of Object.entries(all)) writeFileSync(join(repository, path), text);
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message", version);
  git(repository, "tag", `v${version}`);
}

const mainProgram = `import sys
import studio_part
if "--help" in sys.argv:
    print("usage: main.py")
`;

beforeAll(() => {
  if (missingPrograms !== undefined) return;
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "Zoës Bilder 图片-")));
  repository = join(scratch, "the repository");
  index = makeIndex(join(scratch, "simple"), [
    { name: "studio-part", version: "1.0" },
    { name: "studio-part", version: "2.0" },
    { name: "manager-part", version: "1.0" },
    { name: "own-part", version: "1.0" },
  ]);
  before = { ...process.env };
  for (const name of Object.keys(process.env))
    if (/^(?:PIP|UV|GIT|PYTHON)/.test(name)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, cleanEnvironment(), { PIP_RETRIES: "0", PIP_TIMEOUT: "1" });
  mkdirSync(repository);
  git(repository, "init", "--quiet", "--initial-branch", "master");
  const ignored =
    "/custom_nodes/*\n/models/*\n/input/\n/output/\n/user/\n__pycache__/\nextra_model_paths.yaml\n";
  const requirements = "studio-part>=1,<2\n";
  release("0.1.0", { "main.py": mainProgram, "requirements.txt": requirements, ".gitignore": ignored });
  release("0.2.0", { "notes.md": "two\n" });
  git(repository, "tag", "v0.9.0-rc1");
});
afterAll(() => {
  if (missingPrograms !== undefined) return;
  for (const name of Object.keys(process.env))
    if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  rmSync(scratch, { recursive: true, force: true });
});

interface Bench {
  readonly instance: Instance;
  readonly notes: StepProgress[];
  readonly warnings: string[];
  readonly installation: ReturnType<typeof createInstallation>;
  readonly inTree: (...path: readonly string[]) => string;
  read(...path: readonly string[]): string;
  install(signal?: AbortSignal): Promise<void>;
  update(version?: string, signal?: AbortSignal): Promise<{ readonly from: string; readonly to: string }>;
  pending(): Promise<readonly string[]>;
  /** The result of `installedState`. */
  state(): Promise<Readonly<Record<string, string>>>;
}

interface BenchOptions {
  readonly install?: Partial<CompleteSettings["install"]>;
  readonly models?: CompleteSettings["models"];
  readonly server?: Partial<ServerControl>;
}
function bench(name: string, { install, models, server }: BenchOptions = {}): Bench {
  const warnings: string[] = [];
  const tell = (text: string): void => void warnings.push(text);
  const quiet = (): void => undefined;
  const logger: Logger = { debug: quiet, info: quiet, warn: tell, error: tell };
  const source = { source: repository, device: "cpu", uv: "never", minFreeGB: 0, index } as const;
  const settings = complete({
    // first-image.test.ts has an environment that Python makes, and does not copy.
    python: quickPython(),
    directory: join(scratch, name),
    install: { ...groupDefaults.install, ...source, ...install },
    ...(models === undefined ? {} : { models }),
  });
  const { platform } = process;
  const layout = layoutOf(settings, { name, dataFolder: scratch, workingDirectory: scratch, platform });
  const { run } = new Programs(realClock, logger);
  const network = undefined as never;
  const instance = {
    name,
    layout,
    settings,
    run,
    network,
    clock: realClock,
    logger,
    env: process.env,
    platform,
  };
  const installation = createInstallation(instance, {
    isRunning: async () => false,
    stop: async () => undefined,
    tryStart: async () => undefined,
    ...server,
  });
  const notes: StepProgress[] = [];
  const options = (signal: AbortSignal | undefined) => ({
    progress: (note: StepProgress) => void notes.push(note),
    ...(signal === undefined ? {} : { signal }),
  });
  const inTree = (...path: readonly string[]): string => join(layout.comfy, ...path);
  return {
    instance,
    notes,
    warnings,
    installation,
    inTree,
    read: (...path) => readFileSync(inTree(...path), "utf8"),
    install: (signal) => installation.facet.install(options(signal)),
    update: (version, signal) =>
      installation.facet.update({ ...options(signal), ...(version === undefined ? {} : { version }) }),
    pending: async () =>
      (await installation.facet.plan()).filter(({ state }) => state === "pending").map(({ id }) => id),
    state: async () => (await installation.installedState()) as never,
  };
}
const stepsOf = (notes: readonly StepProgress[]): readonly string[] => [
  ...new Set(notes.map(({ step }) => step)),
];
const packagesOf = ({ instance }: Bench): readonly string[] =>
  readdirSync(join(instance.layout.venv ?? "", "lib"))
    .flatMap((python) => readdirSync(join(instance.layout.venv ?? "", "lib", python, "site-packages")))
    .filter((name) => /_part-.*\.dist-info$/.test(name))
    .sort();

describe.skipIf(missingPrograms)(title("a first installation"), () => {
  it("makes what can be started, tells each step, and has nothing to do the next time", async () => {
    const one = bench("eins zwei ü", {
      install: { packages: ["own-part"] },
      models: { folders: ["loras=/data/lora"] },
    });
    expect(await one.pending()).toEqual([
      "space",
      "clone",
      "environment",
      "torch",
      "requirements",
      "packages",
      "manager",
      "models",
      "verify",
    ]);
    expect(existsSync(one.instance.layout.root)).toBe(false);
    await one.install();
    expect(await one.state()).toMatchObject({ state: "complete", version: "0.2.0" });
    expect(packagesOf(one)).toEqual(["own_part-1.0.dist-info", "studio_part-1.0.dist-info"]);
    expect(one.read("extra_model_paths.yaml")).toContain("loras: /data/lora");
    expect(stepsOf(one.notes)).toEqual([...(await one.installation.facet.plan()).map(({ id }) => id)]);
    // An update, also a failed one, is the last event that `backend status` shows.
    const files = readdirSync(one.instance.layout.root).filter((name) => name !== "last-event.json");
    expect(files.sort()).toEqual(["ComfyUI", "install.json", "logs", "venv"]);
    const log = readFileSync(join(one.instance.layout.logs, "install.log"), "utf8");
    expect(log).toContain("Successfully installed studio-part-1.0");

    one.notes.length = 0;
    expect(await one.pending()).toEqual([]);
    await one.install();
    expect(one.notes).toEqual([]);
  });

  it("is repeated where it was ended, and what was half made does not count", async () => {
    const one = bench("ended", { install: { manager: false } });
    const controller = new AbortController();
    const { facet } = one.installation;
    const progress = ({ step }: StepProgress): void => {
      if (step === "environment") controller.abort(new Error("Ctrl-C"));
    };
    await expect(facet.install({ progress, signal: controller.signal })).rejects.toThrow("Ctrl-C");
    expect(await one.state()).toMatchObject({
      state: "absent",
      reason: expect.stringContaining("Python environment"),
    });
    expect(await one.pending()).not.toContain("clone");
    await one.install();
    expect(await one.state()).toMatchObject({ state: "complete" });
  });

  it("of an index with credentials tells them nowhere", async () => {
    const secret = "hunter-22-token";
    const address = `http://someone:${secret}@127.0.0.1:9/simple`;
    const install = { index: address, extraIndexes: [address], packages: [`x @ ${address}/x.whl`] };
    const one = bench("secret", { install });
    const error: unknown = await one.install().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MANAGED_STEP_FAILED", details: { step: "Packages of ComfyUI" } });
    const { root, logs, installState } = one.instance.layout;
    const files = [installState, join(logs, "install.log")].map((file) => readFileSync(file, "utf8"));
    const everything = [
      String(error),
      error,
      one.notes,
      one.warnings,
      await one.installation.facet.plan(),
      ...files,
    ];
    expect(JSON.stringify(everything)).not.toContain(secret);
    expect(files[1]).toContain("***@127.0.0.1:9/simple");
    expect(readdirSync(root).filter((name) => name.startsWith("requirements-"))).toEqual([]);
  });

  it("goes on without the Manager when that cannot be installed, says so, and tries again", async () => {
    release("0.3.0", { "manager_requirements.txt": "manager-part==9\n" });
    const one = bench("manager", { install: { version: "v0.3.0" } });
    await one.install();
    expect(await one.state()).toMatchObject({ state: "complete" });
    expect(one.warnings.join()).toContain("No matching distribution found for manager-part==9");
    const shown = one.notes.flatMap(({ warning }) => warning ?? []);
    expect(shown).toEqual([
      expect.stringMatching(/ComfyUI's Manager[^]*manager-part==9[^]*`pictor backend install/),
    ]);
    expect(await one.pending()).toEqual(["manager"]);
    writeFileSync(one.inTree("manager_requirements.txt"), "manager-part\n");
    await one.install();
    expect(packagesOf(one)).toContain("manager_part-1.0.dist-info");
    expect(await one.pending()).toEqual([]);
  });

  it("ends at a version that there is not, and at a server that does not answer for help", async () => {
    await expect(bench("none", { install: { version: "v7" } }).install()).rejects.toMatchObject({
      code: "MANAGED_STEP_FAILED",
      what: expect.stringContaining('has no version "v7"'),
    });
    git(repository, "checkout", "--quiet", "-b", "broken");
    writeFileSync(join(repository, "main.py"), "import nothing_of_that_name\n");
    git(repository, "commit", "--quiet", "--all", "--message", "broken");
    git(repository, "checkout", "--quiet", "master");
    const one = bench("broken", { install: { version: "broken", manager: false } });
    await expect(one.install()).rejects.toMatchObject({
      code: "MANAGED_STEP_FAILED",
      what: expect.stringContaining("No module named 'nothing_of_that_name'"),
    });
    expect(await one.state()).toMatchObject({ state: "absent", reason: expect.stringContaining("Check") });
  });
});

describe.skipIf(missingPrograms)(title("an installation that is there"), () => {
  let tries = 0;
  let fails: (() => Promise<void>) | undefined;
  let isRunning = false;
  const done: string[] = [];
  let one: Bench;
  const server: Partial<ServerControl> = {
    isRunning: async () => isRunning,
    stop: async () => {
      done.push("stop");
      isRunning = false;
    },
    tryStart: async () => {
      tries++;
      if (fails !== undefined && tries === 1) await fails();
      done.push("start");
      isRunning = true;
    },
  };
  const again = (install: BenchOptions["install"] = {}) =>
    bench("standing", { server, install: { version: "v0.2.0", manager: false, ...install } });
  const reset = (): void => {
    [tries, fails, isRunning] = [0, undefined, false];
    done.length = 0;
  };
  const own = {
    "custom_nodes/mine/__init__.py": "mine",
    "models/loras/a.safetensors": "lora",
    "output/a.png": "png",
  };
  const ownAreThere = (): void => {
    for (const [path, text] of Object.entries(own)) expect(one.read(path)).toBe(text);
    // An update, also a failed one, is the last event that `backend status` shows.
    const files = readdirSync(one.instance.layout.root).filter((name) => name !== "last-event.json");
    expect(files.sort()).toEqual(["ComfyUI", "install.json", "logs", "venv"]);
  };

  beforeAll(async () => {
    if (missingPrograms !== undefined) return;
    release("0.4.0-beta");
    git(repository, "tag", "between");
    git(repository, "tag", "--delete", "v0.4.0-beta");
    release("0.4.0", { "notes.md": "four\n", "requirements.txt": "studio-part>=2\n" });
    release("0.5.0", { "requirements.txt": "studio-part>=2\nnobody-has-this==1\n" });
    one = again();
    await one.install();
    for (const [path, text] of Object.entries(own)) {
      mkdirSync(join(one.inTree(path), ".."), { recursive: true });
      writeFileSync(one.inTree(path), text);
    }
  });

  it("is updated, started once to see that it works, and stopped as it was before", async () => {
    reset();
    expect(await one.update("v0.4.0")).toEqual({ from: "0.2.0", to: "0.4.0" });
    expect(done).toEqual(["start", "stop"]);
    expect(packagesOf(one)).toEqual(["studio_part-2.0.dist-info"]);
    expect(await one.state()).toMatchObject({ version: "0.4.0" });
    ownAreThere();
    expect(await one.pending()).toEqual([]);
  });

  it("goes back, as it was, when the new version does not start, and runs again when it ran", async () => {
    reset();
    isRunning = true;
    fails = () => Promise.reject(new Error("it ended with exit code 1"));
    await expect(one.update("v0.2.0")).rejects.toMatchObject({
      code: "MANAGED_UPDATE_UNDONE",
      what: 'The update of "standing" from 0.4.0 to v0.2.0 failed and was undone: it ended with exit code 1.',
      hint: expect.stringContaining("runs again"),
    });
    expect(done).toEqual(["stop", "start"]);
    expect(packagesOf(one)).toEqual(["studio_part-2.0.dist-info"]);
    expect(one.read("notes.md")).toBe("four\n");
    expect(await one.pending()).toEqual([]);
    ownAreThere();
  });

  it("goes back when the new packages cannot be installed, and nothing was started", async () => {
    reset();
    await expect(one.update("v0.5.0")).rejects.toMatchObject({
      code: "MANAGED_UPDATE_UNDONE",
      what: expect.stringContaining("nobody-has-this==1"),
      details: { reasonCode: "MANAGED_STEP_FAILED" },
    });
    expect(done).toEqual([]);
    expect(await one.state()).toMatchObject({ version: "0.4.0" });
    ownAreThere();
  });

  it("goes back when it is ended in the middle", async () => {
    reset();
    const controller = new AbortController();
    fails = () => {
      controller.abort(new Error("Ctrl-C"));
      return Promise.reject(new Error("stopped"));
    };
    await expect(one.update("v0.2.0", controller.signal)).rejects.toThrow("Ctrl-C");
    expect(await one.state()).toMatchObject({ version: "0.4.0" });
    ownAreThere();
  });

  it("keeps what the user changed in it", async () => {
    reset();
    const { comfy } = one.instance.layout;
    appendFileSync(one.inTree("main.py"), "# mine\n");
    git(comfy, "add", "main.py");
    await one.update("v0.2.0");
    expect(one.read("main.py")).toBe(`${mainProgram}# mine\n`);
    expect(one.read("notes.md")).toBe("two\n");
    expect(git(comfy, "diff", "--cached", "--name-only")).toBe("main.py");
    git(comfy, "reset", "--quiet");
  });

  it("refuses a version that does not fit to that, and changes nothing", async () => {
    reset();
    isRunning = true;
    writeFileSync(one.inTree("notes.md"), "my own notes\n");
    await expect(one.update("v0.4.0")).rejects.toMatchObject({
      code: "MANAGED_LOCAL_CHANGES",
      what: expect.stringContaining("both change notes.md"),
    });
    expect([one.read("notes.md"), one.read("main.py")]).toEqual(["my own notes\n", `${mainProgram}# mine\n`]);
    expect(await one.state()).toMatchObject({ version: "0.2.0" });
    expect(isRunning).toBe(true);
    git(one.instance.layout.comfy, "checkout", "--quiet", "notes.md", "main.py");
  });

  it("refuses to leave commits of the user behind, and files that the new version would write over", async () => {
    reset();
    const { comfy } = one.instance.layout;
    release("0.6.0", { "requirements.txt": "studio-part>=2\n", "extra.py": "theirs\n" });
    writeFileSync(one.inTree("extra.py"), "mine\n");
    await expect(one.update("v0.6.0")).rejects.toMatchObject({ code: "MANAGED_LOCAL_CHANGES" });
    expect(one.read("extra.py")).toBe("mine\n");
    git(comfy, "add", "extra.py");
    git(comfy, "commit", "--quiet", "--message", "mine");
    await expect(one.update("v0.4.0")).rejects.toMatchObject({
      code: "MANAGED_LOCAL_CHANGES",
      what: expect.stringContaining("local commits (1)"),
    });
    git(comfy, "reset", "--quiet", "--hard", "v0.2.0");
    ownAreThere();
  });

  it("does nothing for a version that is there, and knows none that is not", async () => {
    reset();
    expect(await one.update("v0.2.0")).toEqual({ from: "0.2.0", to: "0.2.0" });
    expect(done).toEqual([]);
    await expect(one.update("v7")).rejects.toMatchObject({ code: "MANAGED_VERSION_UNKNOWN" });
  });

  it("goes to a branch and to a commit", async () => {
    reset();
    git(repository, "branch", "next", "v0.4.0");
    expect(await one.update("next")).toEqual({ from: "0.2.0", to: "0.4.0" });
    const commit = git(repository, "rev-parse", "v0.2.0");
    expect(git(one.instance.layout.comfy, "rev-list", "--count", "HEAD")).toBe("1");
    expect(await one.update(commit)).toEqual({ from: "0.4.0", to: "0.2.0" });
    expect(await one.update(git(repository, "rev-parse", "--short", "v0.4.0"))).toEqual({
      from: "0.2.0",
      to: "0.4.0",
    });
    // A commit that has neither a branch nor a tag.
    const between = git(repository, "rev-parse", "--short", "between");
    git(repository, "tag", "--delete", "between");
    expect(await one.update(between)).toEqual({ from: "0.4.0", to: "0.4.0-beta" });
    await one.update("v0.2.0");
  });

  it("is moved by another version in the settings, and comes back when that does not start", async () => {
    reset();
    fails = () => Promise.reject(new Error("no"));
    const other = again({ version: "v0.4.0" });
    expect(await other.pending()).toContain("clone");
    await expect(other.install()).rejects.toMatchObject({ code: "MANAGED_UPDATE_UNDONE" });
    expect(await one.state()).toMatchObject({ version: "0.2.0" });
    expect(await one.pending()).toEqual([]);
  });

  it("is not changed under a server that runs", async () => {
    reset();
    isRunning = true;
    const other = again({ packages: ["own-part"] });
    await expect(other.install()).rejects.toMatchObject({
      code: "MANAGED_SERVER_RUNNING",
      what: expect.stringContaining("Packages of the settings"),
    });
    expect(packagesOf(other)).not.toContain("own_part-1.0.dist-info");
  });

  it("is found in the middle of an update after a crash, and is as before at the next start", async () => {
    reset();
    const { root } = one.instance.layout;
    const image = join(scratch, "image of the crash");
    // The files on disk if the power fails while the new version starts.
    fails = async () => {
      cpSync(root, image, { recursive: true, verbatimSymlinks: true });
      throw new Error("the image is taken");
    };
    await expect(one.update("v0.4.0")).rejects.toMatchObject({ code: "MANAGED_UPDATE_UNDONE" });
    rmSync(root, { recursive: true });
    cpSync(image, root, { recursive: true, verbatimSymlinks: true });
    for (const name of readdirSync(root))
      if (/^install\.(?:lock|owner)/.test(name)) rmSync(join(root, name), { recursive: true });
    writeFileSync(one.inTree(".git/index.lock"), "");
    expect(one.read("notes.md")).toBe("four\n");

    const next = again();
    expect(await next.installation.ready()).toMatchObject({ version: "0.2.0" });
    expect(next.warnings.join()).toContain("was interrupted");
    expect(next.read("notes.md")).toBe("two\n");
    expect(packagesOf(next)).toEqual(["studio_part-1.0.dist-info"]);
    expect(await next.pending()).toEqual([]);
    ownAreThere();
  });

  it("is mended if its repository is damaged, or its program is missing", async () => {
    reset();
    rmSync(one.inTree(".git/HEAD"));
    expect(await one.state()).toMatchObject({ state: "absent" });
    await one.install();
    expect(await one.state()).toMatchObject({ state: "complete", version: "0.2.0" });
    expect(git(one.instance.layout.comfy, "status", "--porcelain")).toBe("");
    rmSync(join(one.instance.layout.root, "ComfyUI.git-damaged"), { recursive: true });

    rmSync(one.inTree("main.py"));
    await one.install();
    expect(one.read("main.py")).toBe(mainProgram);
    for (const file of readdirSync(one.inTree(".git/objects/pack"))) {
      chmodSync(one.inTree(".git/objects/pack", file), 0o644);
      writeFileSync(one.inTree(".git/objects/pack", file), "");
    }
    expect(await one.update("v0.4.0")).toEqual({ from: "0.2.0", to: "0.4.0" });
    rmSync(join(one.instance.layout.root, "ComfyUI.git-damaged"), { recursive: true });
    ownAreThere();
  });

  it("creates its environment again if that is gone", async () => {
    reset();
    rmSync(one.instance.layout.python);
    expect(await one.state()).toMatchObject({
      state: "absent",
      reason: expect.stringContaining("environment"),
    });
    const other = again({ version: "v0.4.0" });
    await other.install();
    expect(await one.state()).toMatchObject({ state: "complete" });
    expect(packagesOf(one)).toEqual(["studio_part-2.0.dist-info"]);
  });
});
