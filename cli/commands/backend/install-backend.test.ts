// `pictor backend install` and `backend update`: the plan, the question, the steps, and the saved settings.

import { join, resolve } from "node:path";
import { homeFolder, PictorError, type InstallationFacet, type InstallStep } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { fakeLifecycle, running } from "@pictor/host/testing";
import { createBackendFixture } from "../../testing/backend-fixture.js";
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

describe("install", () => {
  it("shows the plan with --dry-run, and changes nothing", async () => {
    const installation = fakeInstallation(1);
    const { run, saved } = await createBackendFixture({ installation });
    const { code, out } = await run((host) => runInstall(host, "fresh", { dryRun: true }));
    expect(code).toBe(0);
    expect(out).toMatch(/done {2}1\. ComfyUI$[^]*git clone https[^]*^ +2\. torch$[^]*pip install torch/m);
    expect(out).toMatch(/^fresh \(managed\): 1 of 2 steps to do\n[^]*not known in advance\.\n$/);
    expect(installation.done).toEqual(["clone"]);
    expect(saved().backends).not.toHaveProperty("fresh");
  });

  describe("with a plan that cannot succeed", () => {
    const problems = [
      {
        code: "MANAGED_GIT_MISSING",
        class: "upstream" as const,
        what: "git cannot be run.",
        hint: "Install git.",
      },
      {
        code: "MANAGED_PYTHON_MISSING",
        class: "upstream" as const,
        what: "No Python can be used.",
        hint: "Install Python.",
      },
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
        const installation = blocked();
        const { run, saved } = await createBackendFixture({ installation });
        const { code, out, err, questions } = await run((host) => runInstall(host, "fresh", how), {
          answers: [],
        });
        expect({ code, questions, done: installation.done }).toEqual({ code: 3, questions: [], done: [] });
        expect(out).toMatch(/^x {5}1\. ComfyUI\n +git cannot be run\.$/m);
        expect(err).toMatch(
          /error: git cannot be run\.\n {2}Install git\.\n {2}No Python can be used\. Install Python\./,
        );
        expect(saved().backends).not.toHaveProperty("fresh");
      },
    );

    it("prints plan and error as one record with --json", async () => {
      const { run } = await createBackendFixture({ installation: blocked() });
      const command = run((host) => runInstall(host, "fresh", { dryRun: true }), { json: true });
      const { code, records } = await command;
      expect(code).toBe(3);
      expect(records).toMatchObject([
        {
          type: "result",
          status: "error",
          exitCode: 3,
          error: problems[0],
          plan: [{ problem: problems[0] }, {}],
        },
      ]);
    });
  });

  it("names the folder for the first model", async () => {
    const emptyModelFolder = () => Promise.resolve("/data/studio/ComfyUI/models/checkpoints");
    const { run } = await createBackendFixture({ installation: { ...fakeInstallation(), emptyModelFolder } });
    const { err } = await run((host) => runInstall(host, "fresh", { yes: true }));
    expect(err).toMatch(
      /^Next: put a model into \/data\/studio\/ComfyUI\/models\/checkpoints$[^]*^Then: pictor/m,
    );
  });

  it("asks, saves a new instance, and runs the steps", async () => {
    const installation = fakeInstallation();
    const { run, saved, backend } = await createBackendFixture({ installation });
    const set = ["install.device=cpu", "launch.port=8190", "directory=./here"];
    const { code, out, err, questions } = await run((host) => runInstall(host, "fresh", { set }), {
      answers: ["install"],
    });
    expect(code).toBe(0);
    expect(questions[0]?.title).toContain("Install fresh?");
    const settings = {
      kind: "managed",
      install: { device: "cpu" },
      launch: { port: 8190 },
      directory: join(process.cwd(), "here"),
    };
    expect(saved().backends).toMatchObject({ studio: {}, fresh: settings });
    expect(backend.opened.at(-1)).toMatchObject({ launch: { port: 8190 } });
    expect(installation.done).toEqual(["clone", "torch"]);
    expect(err).toContain("[1/2] ComfyUI\n[2/2] torch\n");
    expect(err).toContain("/data/studio/logs/install.log");
    expect(err).toContain("pictor generate txt2img --example --backend fresh");
    expect(out).toContain("fresh is installed");
  });

  it("writes nothing if declined", async () => {
    const installation = fakeInstallation();
    const { run, saved } = await createBackendFixture({ installation });
    const { code, err } = await run((host) => runInstall(host, "fresh", {}), { answers: ["leave it"] });
    expect({ code, done: installation.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("Nothing was changed.");
    expect(saved().backends).not.toHaveProperty("fresh");
  });

  it("prints records for the steps, and the plan at the end", async () => {
    const { run } = await createBackendFixture({ installation: fakeInstallation() });
    const { records } = await run((host) => runInstall(host, "studio", { yes: true }), { json: true });
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
    const { run } = await createBackendFixture({ installation });
    const failed = await run((host) => runInstall(host, "fresh", { yes: true }), { isTTY: true });
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/✓ \[1\/2\] ComfyUI[^]*x \[2\/2\] torch[^]*error: /);
    expect(failed.err).toContain("`pictor backend install fresh` continues from there.");
    expect(installation.done).toEqual(["clone"]);
  });

  it("ends as interrupted on Ctrl-C, and keeps the saved instance", async () => {
    const ctrlC = new AbortController();
    const installation = fakeInstallation();
    const install = installation.install.bind(installation);
    const interrupted = {
      ...installation,
      install: (options?: Parameters<typeof install>[0]) => {
        ctrlC.abort(new DOMException("Interrupted", "AbortError"));
        return install(options);
      },
    };
    const { run, saved } = await createBackendFixture({ installation: interrupted });
    const command = run((host) => runInstall(host, "fresh", { yes: true }), { signal: ctrlC.signal });
    expect(await command).toMatchObject(ending(5, "`pictor backend install fresh` continues from there."));
    expect(saved().backends).toHaveProperty("fresh");
  });

  it("does nothing for a complete installation, and does not ask", async () => {
    const { run } = await createBackendFixture({ installation: fakeInstallation(2) });
    const { code, out, questions } = await run((host) => runInstall(host, "studio", {}), { answers: [] });
    expect({ code, out, questions }).toMatchObject({
      code: 0,
      out: expect.stringContaining("studio is already installed"),
      questions: [],
    });
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
    const backends = { studio: { kind: "managed", launch: { port: 1 }, install: { device: "cpu" } } };
    const { run, saved } = await createBackendFixture({ installation: fakeInstallation() }, backends);
    const options = { yes: true, set: ["launch.port=2", "directory=~/comfy"] } as const;
    expect((await run((host) => runInstall(host, "studio", options))).code).toBe(0);
    expect(saved().backends?.["studio"]).toEqual({
      kind: "managed",
      launch: { port: 2 },
      install: { device: "cpu" },
      directory: join(homeFolder(), "comfy"),
    });
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

  it("writes nothing for an existing ComfyUI that cannot be started", async () => {
    const { facet } = fakeLifecycle();
    const unfit = new PictorError("MANAGED_PYTHON_UNFIT", "no torch", "y", {}, { class: "upstream" });
    const { run, saved } = await createBackendFixture({
      lifecycle: { ...facet, check: () => Promise.reject(unfit) },
    });
    expect(await run((host) => runInstall(host, "mine", { set: ["directory=/x"] }))).toMatchObject(
      ending(3, "no torch"),
    );
    expect(saved().backends).not.toHaveProperty("mine");
  });

  it("writes nothing if the existing ComfyUI is not there", async () => {
    const { facet } = fakeLifecycle({ state: "absent", reason: "/x has no main.py" });
    const { run, saved } = await createBackendFixture({ lifecycle: facet });
    expect(await run((host) => runInstall(host, "mine", { set: ["directory=/x"] }))).toMatchObject(
      ending(2, "/x has no main.py"),
    );
    expect(saved().backends).not.toHaveProperty("mine");
  });

  it.each([
    ["my studio", {}, '"my studio" cannot be the name of a backend'],
    ["fresh", { set: ["launch.prot=1"] }, 'The backend kind managed has no setting "launch.prot"'],
    ["fresh", { set: ["port=1"] }, 'Did you mean "launch.port"?'],
    ["fresh", { set: ["launch.port=99999"] }, "65535"],
  ])("refuses %s %j, and writes nothing", async (name, options, message) => {
    const installation = fakeInstallation();
    const { run, saved } = await createBackendFixture({ installation });
    const { code, err } = await run((host) => runInstall(host, name, { yes: true, ...options }));
    expect({ code, done: installation.done }).toEqual({ code: 2, done: [] });
    expect(err).toContain(message);
    expect(Object.keys(saved().backends ?? {})).toEqual(["studio", "box"]);
  });
});

describe("update", () => {
  it("prints the old and the new version", async () => {
    const { run } = await createBackendFixture({ installation: fakeInstallation(2) });
    const { code, out } = await run((host) => runUpdate(host, "studio", { to: "v3" }));
    expect({ code, out }).toEqual({ code: 0, out: "studio is updated from v1 to v3\n" });
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

  it("reports that the instance is up to date", async () => {
    const { run } = await createBackendFixture({ installation: fakeInstallation(2) });
    const { out } = await run((host) => runUpdate(host, "studio", { to: "v1" }));
    expect(out).toBe("studio is up to date: v1\n");
  });

  it("refuses a ComfyUI that Pictor did not install", async () => {
    const { run } = await createBackendFixture({ lifecycle: fakeLifecycle().facet });
    const { code, err } = await run((host) => runUpdate(host, "studio", {}));
    expect(code).toBe(2);
    expect(err).toContain("studio uses a ComfyUI that Pictor did not install (comfyDirectory).");
    expect(err).toContain("Update the ComfyUI with the program that installed it");
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
