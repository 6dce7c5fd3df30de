// `pictor extensions list`, `available`, `install`, `update`, `enable`, `disable` and `remove`.

import { describe, expect, it } from "vitest";
import { extension, fakeExtensions, type FakeExtensions } from "@pictor/host/testing";
import { fakeLifecycle, running, type FakeLifecycle } from "@pictor/host/testing";
import type { ExitCode } from "../../base/exit-codes.js";
import type { CommandHost } from "../../session/command-host.js";
import { createBackendFixture, type RunOptions } from "../../testing/backend-fixture.js";
import { runInstall, runUpdate } from "./install-extensions.js";
import { runAvailable, runList } from "./list-extensions.js";
import { runSwitch } from "./switch-extensions.js";
import { ending } from "../../testing/ending.js";

/** Runs a command for a server with these extensions, and says what it has done to them. */
async function ran(
  fake: FakeExtensions,
  command: (host: CommandHost) => Promise<ExitCode>,
  options: RunOptions = {},
  server?: FakeLifecycle,
) {
  const facets = { extensions: fake.facet, ...(server && { lifecycle: server.facet }) };
  const { run } = await createBackendFixture(facets);
  return { ...(await run(command, options)), done: fake.done };
}

describe("list", () => {
  const installed = [
    extension("a/good", { loaded: true }),
    extension("b/broken", { loaded: false, failure: "No module named 'x'" }),
    { id: "hand-made", place: "hand-made", origin: "folder", repositories: [], enabled: false } as const,
  ];
  const list = (options: RunOptions = {}) =>
    ran(fakeExtensions({ installed }), (host) => runList(host, {}), options);

  it("shows version, state and folder, and why an extension was not loaded", async () => {
    const { code, out, err } = await list();
    expect(code).toBe(0);
    expect(out).toMatch(/a\/good +1\.0\.0 +loaded +git +good/);
    expect(out).toMatch(/b\/broken +1\.0\.0 +not loaded/);
    expect(out).toMatch(/hand-made +disabled +folder/);
    expect(err).toContain("b/broken was not loaded: No module named 'x'");
    expect(err).toContain("3 extensions on studio.");
  });

  it("prints a record with --json", async () => {
    const { records } = await list({ json: true });
    expect(records).toMatchObject([{ type: "result", instance: { name: "studio" }, extensions: installed }]);
  });
});

describe("available", () => {
  const available = [
    { id: "a/good", title: "Good nodes", description: "They do good" },
    { id: "c/other", title: "Other nodes", version: "3.0.0" },
  ];
  const search = (words: readonly string[], limit?: string) =>
    ran(fakeExtensions({ installed: [extension("a/good")], available }), (host) =>
      runAvailable(host, words, limit === undefined ? {} : { limit }),
    );

  it("marks installed extensions, and has no legend without a match", async () => {
    const { out, err } = await search(["nodes"]);
    expect(out).toMatch(/^\* +a\/good .*They do good$/m);
    expect(out).toMatch(/^ +c\/other +3\.0\.0/m);
    expect(err).toContain("2 extensions. *");
    expect((await search(["zzz"])).err).toBe("0 extensions.\n");
  });

  it("explains why a backend cannot list them", async () => {
    expect(await ran(fakeExtensions({ actions: [] }), (host) => runAvailable(host, [], {}))).toMatchObject({
      code: 0,
      err: "studio cannot list installable extensions: the test forbids it\n",
    });
  });

  it("shows at most --limit extensions", async () => {
    const { out, err } = await search([], "1");
    expect(out).not.toContain("c/other");
    expect(err).toContain("1 extension of 2");
    expect(await search([], "few")).toMatchObject(ending(2, "--limit"));
  });
});

describe("install", () => {
  const install = (
    fake: FakeExtensions,
    words: readonly string[],
    options: RunOptions = {},
    given: Parameters<typeof runInstall>[2] = options.answers === undefined ? { yes: true } : {},
  ) => ran(fake, (host) => runInstall(host, words, given), options);

  it("shows the source, asks, installs, and names the remaining step", async () => {
    const answers = ["yes"];
    const { code, err, questions, done } = await install(fakeExtensions(), ["a/one@>=1.2 <2"], { answers });
    expect(questions).toMatchObject([
      {
        title: "Install a/one >=1.2 <2 on studio? Its code will run on the machine of studio.",
        detail: ["a/one >=1.2 <2: from https://github.com/a/one"],
        safeChoice: "no",
      },
    ]);
    expect([code, done]).toEqual([0, [["install", { id: "a/one", range: ">=1.2 <2", isTyped: true }]]]);
    expect(err).toContain("a/one 2.0.0 is installed as one.");
    expect(err).toContain("takes effect at the next start of the server of studio");
  });

  it("updates an outdated extension, enables a disabled one, and leaves a matching one", async () => {
    const installed = [extension("a/old"), extension("a/off", { enabled: false }), extension("a/right")];
    const words = ["a/old@^2.0.0", "a/off@1.0.0", "https://github.com/A/Right.git"];
    const { code, err, done } = await install(fakeExtensions({ installed }), words);
    const update = ["update", { id: "a/old", range: "^2.0.0", isTyped: true }];
    expect([code, done]).toEqual([0, [update, ["enable", "a/off"]]]);
    expect(err).toContain("https://github.com/A/Right.git is on studio already: 1.0.0.");
    expect(err).toContain("a/old is updated from 1.0.0 to 2.0.0.");
  });

  it("lists the titles of several changes in the question, and changes nothing if declined", async () => {
    const installed = [extension("a/one"), extension("a/two")];
    const words = ["a/one@2.0.0", "a/two@2.0.0"];
    const decline = (given: readonly string[]) =>
      install(fakeExtensions({ installed }), given, { answers: ["leave it"] });
    const { questions, ...declined } = await decline(words);
    expect(declined).toMatchObject({ ...ending(0, "Nothing was changed."), done: [] });
    expect(questions[0]).toMatchObject({
      title: "Change 2 extensions on studio? Their code will run on the machine of studio.",
      detail: ["Update a/one 2.0.0", "Update a/two 2.0.0"],
    });
    const title = expect.stringContaining("Update a/two 2.0.0") as string;
    expect((await decline(words.slice(1))).questions[0]).toMatchObject({ title, detail: [] });
  });

  it("continues after a failure, and ends with its exit code", async () => {
    const fake = fakeExtensions({ failing: ["a/bad"] });
    const { code, records } = await install(fake, ["a/bad", "a/good"], { json: true });
    const extensions = [{ id: "a/good" }];
    expect(records.at(-1)).toMatchObject({ status: "failed", extensions, restart: "needed" });
    const step = { type: "step", step: "a/good", title: "Install a/good", index: 1, count: 2 };
    expect(records).toContainEqual({ ...step, line: "Cloning", fraction: 0.5 });
    expect(code).toBe(1);
  });

  it.each([
    ["an extension without a known source", "nowhere/one", fakeExtensions(), 2, "knows no source for"],
    [
      "what the backend cannot do",
      "a/one",
      fakeExtensions({ actions: ["enable"] }),
      3,
      "the test forbids it",
    ],
  ])("refuses %s", async (_what, word, fake, code, text) => {
    expect(await install(fake, [word])).toMatchObject({ ...ending(code, text), done: [] });
  });
});

describe("the restart after a change", () => {
  const install = async (
    server: FakeLifecycle,
    more: object,
    answers?: readonly string[],
    fake = fakeExtensions(),
    jobs = 0,
  ) => {
    const { run, backend } = await createBackendFixture({ extensions: fake.facet, lifecycle: server.facet });
    backend.prompts = [{ promptId: "11111111-2222", state: "running" as const }].slice(0, jobs);
    const ended = await run((host) => runInstall(host, ["a/one"], more), answers ? { answers } : {});
    return { ...ended, done: server.done };
  };

  it("is offered", async () => {
    const { code, questions, done } = await install(fakeLifecycle(running), {}, ["yes", "restart"]);
    expect({ code, done }).toEqual({ code: 0, done: ["restart"] });
    expect(questions[1]?.title).toContain("Restart studio now");
  });

  it("is offered with the jobs that would be lost", async () => {
    const answers = ["yes", "later"];
    const { questions, done } = await install(
      fakeLifecycle(running),
      { restart: true },
      answers,
      undefined,
      1,
    );
    expect(done).toEqual([]);
    expect(questions[1]?.detail).toEqual([
      "1 job on it would be lost.",
      expect.stringMatching(/^ID/),
      expect.stringContaining("11111111"),
    ]);
  });

  it("is done with --restart without asking", async () => {
    const { questions, done } = await install(fakeLifecycle(running), { restart: true }, ["yes"]);
    expect([questions.length, done]).toEqual([1, ["restart"]]);
  });

  it("fails if the server cannot load a changed extension", async () => {
    const [server, fake] = [fakeLifecycle(running), fakeExtensions()];
    server.facet.restart = () => {
      fake.installed = [extension("a/one", { loaded: false, failure: "No module named 'y'" })];
      return Promise.resolve();
    };
    expect(await install(server, { yes: true }, undefined, fake)).toMatchObject(
      ending(3, "a/one was not loaded: No module named 'y'"),
    );
  });
});

describe("update", () => {
  const update = (fake: FakeExtensions, words: readonly string[], options: RunOptions = {}) =>
    ran(fake, (host) => runUpdate(host, words, { yes: true }), options);

  it("updates all extensions that can be updated if none is named", async () => {
    const installed = [
      extension("a/one"),
      extension("a/two", { version: "2.0.0" }),
      extension("a/off", { enabled: false }),
      extension("a/hand", { origin: "folder" }),
    ];
    const { code, records, done } = await update(fakeExtensions({ installed }), [], { json: true });
    const updates = ["a/one", "a/two"].map((id) => ["update", { id, range: "*" }]);
    expect([code, done]).toEqual([0, updates]);
    expect(records.at(-1)).toMatchObject({ extensions: [{ id: "a/one", version: "2.0.0" }] });
  });

  it("reports for each extension that there is nothing newer", async () => {
    const installed = [extension("a/two", { version: "2.0.0" }), extension("a/pin", { version: "1.4.0" })];
    const all = await update(fakeExtensions({ installed }), ["a/two", "a/pin@1.4.0"]);
    expect(all).toMatchObject(ending(0, "a/two is 2.0.0 still: there is nothing newer."));
    expect(all.err).toContain("a/pin is 1.4.0 already.");
    expect(all.err).not.toContain("restart");
  });

  it("reports that the new version takes effect after a restart, and restarts", async () => {
    const server = fakeLifecycle(running);
    const fake = fakeExtensions({ installed: [extension("a/one", { loaded: true })] });
    fake.facet.update = async () => ({ ...extension("a/one", { loaded: true }), pending: true as const });
    const named = (host: CommandHost) => runUpdate(host, ["a/one"], { yes: true });
    expect(await ran(fake, named, {}, server)).toMatchObject(
      ending(0, "a/one: its new version takes effect after a restart."),
    );
    expect(server.done).toHaveLength(1);
    const { records } = await ran(fake, named, { json: true }, server);
    expect(records.at(-1)).toMatchObject({ extensions: [{ id: "a/one", pending: true }], restart: "done" });
  });

  it("refuses an extension that is not installed, and reports that there is nothing to update", async () => {
    expect(await update(fakeExtensions(), ["a/one"])).toMatchObject(ending(2, "has no extension a/one"));
    expect(await update(fakeExtensions(), [])).toMatchObject(ending(0, "no extension that can be updated"));
  });
});

describe("enable, disable and remove", () => {
  const change = (fake: FakeExtensions, how: "enable" | "disable" | "remove", id: string, answer?: string) =>
    ran(fake, (host) => runSwitch(host, how, [id], {}), answer === undefined ? {} : { answers: [answer] });

  it("find an extension by any of its names", async () => {
    const fake = fakeExtensions({ installed: [extension("a/one"), extension("a/off", { enabled: false })] });
    expect((await change(fake, "disable", "git@github.com:a/one.git")).code).toBe(0);
    expect((await change(fake, "enable", "off")).code).toBe(0);
    expect(fake.installed.map(({ place, enabled }) => [place, enabled])).toEqual([
      ["one", false],
      ["off", true],
    ]);
  });

  it("do nothing if the extension already has the state", async () => {
    const fake = fakeExtensions({ installed: [extension("a/one")] });
    const same = await change(fake, "enable", "a/one");
    expect(same).toMatchObject({ ...ending(0, "a/one is enabled already."), done: [] });
    await change(fake, "disable", "a/one");
    expect((await change(fake, "disable", "a/one")).err).toContain("a/one is disabled already.");
  });

  it("remove after a question that names the folder", async () => {
    const fake = fakeExtensions({ installed: [extension("a/one")] });
    const kept = await change(fake, "remove", "a/one", "leave it");
    expect(kept.questions[0]?.detail).toEqual(["a/one: the files in one are deleted"]);
    expect(fake.installed).toHaveLength(1);
    expect((await change(fake, "remove", "a/one", "remove")).err).toContain("a/one is removed.");
    expect(fake.installed).toEqual([]);
  });
});
