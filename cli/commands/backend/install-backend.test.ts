// `pictor backend install` and `backend update`: the plan, the question, the steps, and the saved settings.

import { join, resolve } from "node:path";
import { homeFolder, PictorError, type InstallationFacet, type InstallStep } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { fakeLifecycle, running } from "@pictor/host/testing";
import { createBackendFixture, type RunOptions } from "../../testing/backend-fixture.js";
import { runInstall } from "./install-backend.js";
import { runUpdate } from "./update-backend.js";
import { ending } from "../../testing/ending.js";

interface FakeInstallation extends InstallationFacet {
  readonly done: string[];
}

/** Two steps, of which the first `already` are done. `install` runs the others, or rejects with `failure` at the second. */
function fakeInstallation(already = 0, failure?: Error): FakeInstallation {
  const done: string[] = ["clone", "torch"].slice(0, already);
  const step = (id: string, title: string, line: string): InstallStep => ({
    id,
    title,
    detail: [line],
    state: done.includes(id) ? "done" : "pending",
  });
  const plan = (): readonly InstallStep[] => [
    step("clone", "ComfyUI", "git clone https://example.org/ComfyUI.git /data/studio"),
    step("torch", "torch", "pip install torch"),
  ];
  return {
    done,
    logFile: "/data/studio/logs/install.log",
    plan: () => Promise.resolve(plan()),
    async install({ progress, signal } = {}) {
      const pending = plan().filter(({ state }) => state === "pending");
      for (const [index, { id, title }] of pending.entries()) {
        signal?.throwIfAborted();
        progress?.({ step: id, title, index, count: pending.length, line: "working", fraction: 0.5 });
        if (failure !== undefined && id === "torch") throw failure;
        await Promise.resolve();
        done.push(id);
      }
    },
    update: ({ version = "v2" } = {}) => Promise.resolve({ from: "v1", to: version }),
  };
}

/** Installs an instance. */
async function install(
  installation: FakeInstallation,
  name: string,
  options: Parameters<typeof runInstall>[2],
  more: RunOptions = {},
  backends?: object,
) {
  const { run, saved, backend } = await createBackendFixture({ installation }, backends);
  const ended = await run((host) => runInstall(host, name, options), more);
  return { ...ended, done: installation.done, saved: saved().backends ?? {}, opened: backend.opened.at(-1) };
}

describe("install", () => {
  it("shows the plan with --dry-run, and changes nothing", async () => {
    const { code, out, done, saved } = await install(fakeInstallation(1), "fresh", { dryRun: true });
    expect(out).toMatch(/done {2}1\. ComfyUI$[^]*git clone https[^]*^ +2\. torch$[^]*pip install torch/m);
    expect(out).toMatch(/^fresh \(managed\): 1 of 2 steps to do\n[^]*not known in advance\.\n$/);
    expect({ code, done }).toEqual({ code: 0, done: ["clone"] });
    expect(saved).not.toHaveProperty("fresh");
  });

  describe("with a plan that cannot succeed", () => {
    const problemOf = (code: string, what: string, hint: string) =>
      ({ code, class: "upstream", what, hint }) as const;
    const problems = [
      problemOf("MANAGED_GIT_MISSING", "git cannot be run.", "Install git."),
      problemOf("MANAGED_PYTHON_MISSING", "No Python can be used.", "Install Python."),
    ];
    const blocked = (): FakeInstallation => {
      const installation = fakeInstallation();
      const plan: InstallationFacet["plan"] = async () =>
        (await installation.plan()).map((step, index) => {
          const problem = problems[index];
          return problem === undefined ? step : { ...step, problem };
        });
      return { ...installation, plan };
    };

    it.each([{ dryRun: true }, { yes: true }, {}] as const)(
      "prints the problems with %j, and writes nothing",
      async (how) => {
        const { out, err, saved, ...ended } = await install(blocked(), "fresh", how, { answers: [] });
        expect(ended).toMatchObject({ code: 3, questions: [], done: [] });
        expect(out).toMatch(/^x {5}1\. ComfyUI\n +git cannot be run\.$/m);
        expect(err).toMatch(
          /error: git cannot be run\.\n {2}Install git\.\n {2}No Python can be used\. Install Python\./,
        );
        expect(saved).not.toHaveProperty("fresh");
      },
    );

    it("prints plan and error as one record with --json", async () => {
      const { code, records } = await install(blocked(), "fresh", { dryRun: true }, { json: true });
      expect(code).toBe(3);
      const [error] = problems;
      expect(records).toMatchObject([
        { type: "result", status: "error", exitCode: 3, error, plan: [{ problem: error }, {}] },
      ]);
    });
  });

  it("names the folder for the first model", async () => {
    const emptyModelFolder = () => Promise.resolve("/data/studio/ComfyUI/models/checkpoints");
    const { err } = await install({ ...fakeInstallation(), emptyModelFolder }, "fresh", { yes: true });
    expect(err).toMatch(
      /^Next: put a model into \/data\/studio\/ComfyUI\/models\/checkpoints$[^]*^Then: pictor/m,
    );
  });

  it("asks, saves a new instance, and runs the steps", async () => {
    const set = ["install.device=cpu", "launch.port=8190", "directory=./here"];
    const ended = await install(fakeInstallation(), "fresh", { set }, { answers: ["install"] });
    expect(ended.questions[0]?.title).toContain("Install fresh?");
    const directory = join(process.cwd(), "here");
    const fresh = { kind: "managed", install: { device: "cpu" }, launch: { port: 8190 }, directory };
    expect(ended.saved).toMatchObject({ studio: {}, fresh });
    expect(ended.opened).toMatchObject({ launch: { port: 8190 } });
    expect(ended).toMatchObject({ code: 0, done: ["clone", "torch"] });
    for (const text of [
      "[1/2] ComfyUI\n[2/2] torch\n",
      "/data/studio/logs/install.log",
      "pictor generate txt2img --example --backend fresh",
    ])
      expect(ended.err).toContain(text);
    expect(ended.out).toContain("fresh is installed");
  });

  it("writes nothing if declined", async () => {
    const { saved, ...ended } = await install(fakeInstallation(), "fresh", {}, { answers: ["leave it"] });
    expect(ended).toMatchObject({ ...ending(0, "Nothing was changed."), done: [] });
    expect(saved).not.toHaveProperty("fresh");
  });

  it("prints records for the steps, and the plan at the end", async () => {
    const { records } = await install(fakeInstallation(), "studio", { yes: true }, { json: true });
    expect(records).toMatchObject([
      { type: "step", step: "clone", index: 0, count: 2, line: "working", fraction: 0.5 },
      { type: "step", step: "torch", index: 1 },
      { type: "result", status: "finished", plan: [{ state: "done" }, { state: "done" }] },
    ]);
  });

  describe("for a Python package that the server lacks", () => {
    const lacks = (name: string) =>
      new PictorError("MANAGED_STEP_FAILED", "It failed.", "Add it.", { missingPackage: name });
    /** Fails as long as the settings do not name the package. */
    const lacking = async (answers?: readonly string[], isYes = false) => {
      const installation = fakeInstallation();
      const fixture = await createBackendFixture({ installation });
      const install: InstallationFacet["install"] = (options) => {
        const packages = fixture.backend.opened.at(-1)?.["install"];
        if (!JSON.stringify(packages ?? "").includes("sqlalchemy"))
          return Promise.reject(lacks("sqlalchemy"));
        return fakeInstallation().install(options);
      };
      Object.assign(installation, { install });
      const options = isYes ? ({ yes: true } as const) : {};
      const ended = await fixture.run((host) => runInstall(host, "fresh", options), answers && { answers });
      return { ...ended, packages: fixture.saved().backends?.["fresh"] };
    };

    it("asks, adds it to the settings, and goes on", async () => {
      const { code, questions, packages, out } = await lacking(["install", "add it"]);
      expect(questions[1]?.title).toBe(
        "The server of fresh lacks a Python package. Add sqlalchemy to install.packages, and install it?",
      );
      expect(packages).toMatchObject({ install: { packages: ["sqlalchemy"] } });
      expect({ code, isInstalled: out.includes("fresh is installed") }).toEqual({
        code: 0,
        isInstalled: true,
      });
    });
    it.each([
      ["after a no", ["install", "leave it"], false],
      ["with --yes alone", undefined, true],
    ] as const)("changes nothing %s", async (_when, answers, isYes) => {
      const { code, packages } = await lacking(answers, isYes);
      expect(code).not.toBe(0);
      expect(packages).not.toHaveProperty("install");
    });
  });

  it("names the command to continue after a failure", async () => {
    const installation = fakeInstallation(0, Object.assign(new Error("no wheel"), { code: "X" }));
    const failed = await install(installation, "fresh", { yes: true }, { isTTY: true });
    expect(failed).toMatchObject({
      ...ending(1, "`pictor backend install fresh` continues from there."),
      done: ["clone"],
    });
    expect(failed.err).toMatch(/✓ \[1\/2\] ComfyUI[^]*x \[2\/2\] torch[^]*error: /);
  });

  it("ends as interrupted on Ctrl-C, and keeps the saved instance", async () => {
    const ctrlC = new AbortController();
    const installation = fakeInstallation();
    const goOn = installation.install.bind(installation);
    const interrupted: FakeInstallation = {
      ...installation,
      install(options) {
        ctrlC.abort(new DOMException("Interrupted", "AbortError"));
        return goOn(options);
      },
    };
    const ended = await install(interrupted, "fresh", { yes: true }, { signal: ctrlC.signal });
    expect(ended).toMatchObject(ending(5, "`pictor backend install fresh` continues from there."));
    expect(ended.saved).toHaveProperty("fresh");
  });

  it("does nothing for a complete installation, and does not ask", async () => {
    const { code, out, questions } = await install(fakeInstallation(2), "studio", {}, { answers: [] });
    expect({ code, questions }).toEqual({ code: 0, questions: [] });
    expect(out).toContain("studio is already installed");
  });

  it("can be repeated with the same settings", async () => {
    const { run, saved } = await createBackendFixture({ installation: fakeInstallation() });
    const options = { yes: true, set: ["launch.port=8190"] } as const;
    expect((await run((host) => runInstall(host, "fresh", options))).code).toBe(0);
    const before = saved();
    const again = await run((host) => runInstall(host, "fresh", options));
    expect(again.code).toBe(0);
    expect(again.err).not.toContain("stands in");
    expect(saved()).toEqual(before);
  });

  it("changes some settings of an existing instance, and keeps the others", async () => {
    const studio = { kind: "managed", launch: { port: 1 }, install: { device: "cpu" } };
    const options = { yes: true, set: ["launch.port=2", "directory=~/comfy"] } as const;
    const { code, saved } = await install(fakeInstallation(), "studio", options, {}, { studio });
    const directory = join(homeFolder(), "comfy");
    expect([code, saved]).toEqual([0, { studio: { ...studio, launch: { port: 2 }, directory } }]);
  });

  it("only saves the instance for an existing ComfyUI", async () => {
    const { run, saved } = await createBackendFixture({ lifecycle: fakeLifecycle().facet });
    const dry = await run((host) => runInstall(host, "mine", { dryRun: true, set: ["directory=/x"] }));
    expect(dry.code).toBe(0);
    expect(saved().backends).not.toHaveProperty("mine");
    expect(await run((host) => runInstall(host, "mine", { set: ["directory=/x"] }))).toMatchObject(
      ending(0, "mine uses an existing ComfyUI; nothing is installed."),
    );
    expect(saved().backends).toHaveProperty("mine", { kind: "managed", directory: resolve("/x") });
  });

  const unfit = new PictorError("MANAGED_PYTHON_UNFIT", "no torch", "y", {}, { class: "upstream" });
  it.each([
    ["cannot be started", 3, "no torch", { check: () => Promise.reject(unfit) }, undefined],
    ["is not there", 2, "/x has no main.py", {}, { state: "absent", reason: "/x has no main.py" } as const],
  ])("writes nothing for an existing ComfyUI that %s", async (_what, code, text, more, state) => {
    const lifecycle = { ...fakeLifecycle(state).facet, ...more };
    const { run, saved } = await createBackendFixture({ lifecycle });
    const refused = await run((host) => runInstall(host, "mine", { set: ["directory=/x"] }));
    expect(refused).toMatchObject(ending(code, text));
    expect(saved().backends).not.toHaveProperty("mine");
  });

  it.each([
    ["my studio", {}, '"my studio" cannot be the name of a backend'],
    ["fresh", { set: ["launch.prot=1"] }, 'The backend kind managed has no setting "launch.prot"'],
    ["fresh", { set: ["port=1"] }, 'Did you mean "launch.port"?'],
    ["fresh", { set: ["launch.port=99999"] }, "65535"],
  ])("refuses %s %j, and writes nothing", async (name, options, message) => {
    const { saved, ...refused } = await install(fakeInstallation(), name, { yes: true, ...options });
    expect(refused).toMatchObject({ ...ending(2, message), done: [] });
    expect(Object.keys(saved)).toEqual(["studio", "box"]);
  });
});

describe("update", () => {
  it("prints the old and the new version, or that there is no other one", async () => {
    const { run } = await createBackendFixture({ installation: fakeInstallation(2) });
    const updated = await run((host) => runUpdate(host, "studio", { to: "v3" }));
    expect(updated).toMatchObject({ code: 0, out: "studio is updated from v1 to v3\n" });
    const same = await run((host) => runUpdate(host, "studio", { to: "v1" }));
    expect(same.out).toBe("studio is up to date: v1\n");
    const { records } = await run((host) => runUpdate(host, "studio", {}), { json: true });
    expect(records.at(-1)).toMatchObject({ update: { from: "v1", to: "v2" } });
  });

  it("asks if jobs would be lost", async () => {
    const lifecycle = fakeLifecycle(running).facet;
    const { run, backend } = await createBackendFixture({ installation: fakeInstallation(2), lifecycle });
    backend.prompts = [{ promptId: "1", state: "running" }];
    const declined = await run((host) => runUpdate(host, "studio", {}), { answers: ["leave it"] });
    expect(declined.err).toContain("studio stays as it is.");
    expect((await run((host) => runUpdate(host, "studio", {}))).code).toBe(2);
    expect((await run((host) => runUpdate(host, "studio", { yes: true }))).out).toContain("updated");
  });

  it("refuses a ComfyUI that Pictor did not install", async () => {
    const { run } = await createBackendFixture({ lifecycle: fakeLifecycle().facet });
    expect(await run((host) => runUpdate(host, "studio", {}))).toMatchObject(
      ending(2, "studio uses a ComfyUI that Pictor did not install (comfyDirectory)."),
    );
  });

  it.each([
    ["its own", { kind: "managed", install: { version: "v2" } }, "v2"],
    ["the default", { kind: "managed" }, "latest"],
  ])("warns that --to is not saved if install.version differs: %s", async (_name, studio, is) => {
    const { run } = await createBackendFixture({ installation: fakeInstallation(2) }, { studio });
    const note = `install.version stays ${is}: the next update without --to returns to that version. Change the setting to keep v3.`;
    expect((await run((host) => runUpdate(host, "studio", { to: "v3" }))).err).toContain(note);
    const { records } = await run((host) => runUpdate(host, "studio", { to: "v3" }), { json: true });
    expect(records.at(-1)).toMatchObject({ notes: [note] });
    expect((await run((host) => runUpdate(host, "studio", { to: is }))).err).not.toContain("stays");
    expect((await run((host) => runUpdate(host, "studio", {}))).err).not.toContain("stays");
  });
});
