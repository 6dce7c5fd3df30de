// `pictor extensions list`, `available`, `install`, `update`, `enable`, `disable` and `remove`.

import { describe, expect, it } from "vitest";
import { extension, fakeExtensions, type FakeExtensions } from "@pictor/host/testing";
import { fakeLifecycle, running, type FakeLifecycle } from "@pictor/host/testing";
import { createBackendFixture } from "../../testing/backend-fixture.js";
import { runInstall, runUpdate } from "./install-extensions.js";
import { runAvailable, runList } from "./list-extensions.js";
import { runSwitch } from "./switch-extensions.js";
import { ending } from "../../testing/ending.js";

const fixtureWith = (fake: FakeExtensions, server?: FakeLifecycle) =>
  createBackendFixture({ extensions: fake.facet, ...(server && { lifecycle: server.facet }) });
const waiting = [{ promptId: "11111111-2222", state: "running" as const }];

describe("list", () => {
  const installed = [
    extension("a/good", { loaded: true }),
    extension("b/broken", { loaded: false, failure: "No module named 'x'" }),
    { id: "hand-made", place: "hand-made", origin: "folder", repositories: [], enabled: false } as const,
  ];

  it("shows version, state and folder, and why an extension was not loaded", async () => {
    const { run } = await fixtureWith(fakeExtensions({ installed }));
    const { code, out, err } = await run((host) => runList(host, {}));
    expect(code).toBe(0);
    expect(out).toMatch(/a\/good +1\.0\.0 +loaded +git +good/);
    expect(out).toMatch(/b\/broken +1\.0\.0 +not loaded/);
    expect(out).toMatch(/hand-made +disabled +folder/);
    expect(err).toContain("b/broken was not loaded: No module named 'x'");
    expect(err).toContain("3 extensions on studio.");
  });

  it("prints a record with --json", async () => {
    const { run } = await fixtureWith(fakeExtensions({ installed }));
    const { records } = await run((host) => runList(host, {}), { json: true });
    expect(records).toMatchObject([{ type: "result", instance: { name: "studio" }, extensions: installed }]);
  });
});

describe("available", () => {
  const available = [
    { id: "a/good", title: "Good nodes", description: "They do good" },
    { id: "c/other", title: "Other nodes", version: "3.0.0" },
  ];

  it("marks installed extensions", async () => {
    const { run } = await fixtureWith(fakeExtensions({ installed: [extension("a/good")], available }));
    const { out, err } = await run((host) => runAvailable(host, ["nodes"], {}));
    expect(out).toMatch(/^\* +a\/good .*They do good$/m);
    expect(out).toMatch(/^ +c\/other +3\.0\.0/m);
    expect(err).toContain("2 extensions. *");
  });

  it("has no legend without a match", async () => {
    const { run } = await fixtureWith(fakeExtensions({ available }));
    expect((await run((host) => runAvailable(host, ["zzz"], {}))).err).toBe("0 extensions.\n");
  });

  it("explains why a backend cannot list them", async () => {
    const { run } = await fixtureWith(fakeExtensions({ actions: [] }));
    const { code, err } = await run((host) => runAvailable(host, [], {}));
    expect({ code, err }).toEqual({
      code: 0,
      err: "studio cannot list installable extensions: the test forbids it\n",
    });
  });

  it("shows at most --limit extensions", async () => {
    const { run } = await fixtureWith(fakeExtensions({ available }));
    const { out, err } = await run((host) => runAvailable(host, [], { limit: "1" }));
    expect(out).not.toContain("c/other");
    expect(err).toContain("1 extension of 2");
    expect(await run((host) => runAvailable(host, [], { limit: "few" }))).toMatchObject(ending(2, "--limit"));
  });
});

describe("install", () => {
  it("shows the source, asks, installs, and names the remaining step", async () => {
    const fake = fakeExtensions();
    const { run } = await fixtureWith(fake);
    const { code, err, questions } = await run((host) => runInstall(host, ["a/one@>=1.2 <2"], {}), {
      answers: ["yes"],
    });
    expect(code).toBe(0);
    expect(questions).toMatchObject([
      {
        title: "Install a/one >=1.2 <2 on studio? Its code will run on the machine of studio.",
        detail: ["a/one >=1.2 <2: from https://github.com/a/one"],
        safeChoice: "no",
      },
    ]);
    expect(fake.done).toEqual([["install", { id: "a/one", range: ">=1.2 <2", isTyped: true }]]);
    expect(err).toContain("a/one 2.0.0 is installed as one.");
    expect(err).toContain("takes effect at the next start of the server of studio");
  });

  it("changes nothing if declined", async () => {
    const fake = fakeExtensions();
    const { run } = await fixtureWith(fake);
    const { code, err } = await run((host) => runInstall(host, ["a/one"], {}), { answers: ["leave it"] });
    expect({ code, done: fake.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("Nothing was changed.");
  });

  it("updates an outdated extension, enables a disabled one, and leaves a matching one", async () => {
    const fake = fakeExtensions({
      installed: [extension("a/old"), extension("a/off", { enabled: false }), extension("a/right")],
    });
    const { run } = await fixtureWith(fake);
    const words = ["a/old@^2.0.0", "a/off@1.0.0", "https://github.com/A/Right.git"];
    const { code, err } = await run((host) => runInstall(host, words, { yes: true }));
    expect(code).toBe(0);
    expect(fake.done).toEqual([
      ["update", { id: "a/old", range: "^2.0.0", isTyped: true }],
      ["enable", "a/off"],
    ]);
    expect(err).toContain("https://github.com/A/Right.git is on studio already: 1.0.0.");
    expect(err).toContain("a/old is updated from 1.0.0 to 2.0.0.");
  });

  it("lists the titles of several changes in the question", async () => {
    const installed = [extension("a/one"), extension("a/two")];
    const { run } = await fixtureWith(fakeExtensions({ installed }));
    const words = ["a/one@2.0.0", "a/two@2.0.0"];
    const { questions } = await run((host) => runInstall(host, words, {}), { answers: ["leave it"] });
    expect(questions[0]).toMatchObject({
      title: "Change 2 extensions on studio? Their code will run on the machine of studio.",
      detail: ["Update a/one 2.0.0", "Update a/two 2.0.0"],
    });
    const one = await run((host) => runInstall(host, words.slice(1), {}), { answers: ["leave it"] });
    expect(one.questions[0]).toMatchObject({
      title: expect.stringContaining("Update a/two 2.0.0"),
      detail: [],
    });
  });

  it("continues after a failure, and ends with its exit code", async () => {
    const fake = fakeExtensions({ failing: ["a/bad"] });
    const { run } = await fixtureWith(fake);
    const { code, records } = await run((host) => runInstall(host, ["a/bad", "a/good"], { yes: true }), {
      json: true,
    });
    expect(code).toBe(1);
    expect(records.at(-1)).toMatchObject({
      status: "failed",
      extensions: [{ id: "a/good" }],
      restart: "needed",
    });
    expect(records).toContainEqual({
      type: "step",
      step: "a/good",
      title: "Install a/good",
      index: 1,
      count: 2,
      line: "Cloning",
      fraction: 0.5,
    });
  });

  it("refuses an extension without a known source", async () => {
    const fake = fakeExtensions();
    const { run } = await fixtureWith(fake);
    const installing = run((host) => runInstall(host, ["nowhere/one"], { yes: true }));
    expect(await installing).toMatchObject(ending(2, "knows no source for"));
    expect(fake.done).toEqual([]);
  });

  it("explains why the backend cannot install", async () => {
    const fake = fakeExtensions({ actions: ["enable"] });
    const { run } = await fixtureWith(fake);
    const { code, err } = await run((host) => runInstall(host, ["a/one"], { yes: true }));
    expect({ code, done: fake.done }).toEqual({ code: 3, done: [] });
    expect(err).toContain("the test forbids it");
  });
});

describe("the restart after a change", () => {
  const install = async (server: FakeLifecycle, more: object, answers?: readonly string[]) => {
    const fake = fakeExtensions();
    const place = await fixtureWith(fake, server);
    return {
      fake,
      place,
      go: () => place.run((host) => runInstall(host, ["a/one"], more), answers ? { answers } : {}),
    };
  };

  it("is offered", async () => {
    const server = fakeLifecycle(running);
    const { go } = await install(server, {}, ["yes", "restart"]);
    const { code, questions } = await go();
    expect({ code, done: server.done }).toEqual({ code: 0, done: ["restart"] });
    expect(questions[1]?.title).toContain("Restart studio now");
  });

  it("is offered with the jobs that would be lost", async () => {
    const server = fakeLifecycle(running);
    const { go, place } = await install(server, { restart: true }, ["yes", "later"]);
    place.backend.prompts = waiting;
    const { questions } = await go();
    expect(server.done).toEqual([]);
    expect(questions[1]?.detail).toEqual([
      "1 job on it would be lost.",
      expect.stringMatching(/^ID/),
      expect.stringContaining("11111111"),
    ]);
  });

  it("is done with --restart without asking", async () => {
    const server = fakeLifecycle(running);
    const { go } = await install(server, { restart: true }, ["yes"]);
    const { questions } = await go();
    expect(questions).toHaveLength(1);
    expect(server.done).toEqual(["restart"]);
  });

  it("fails if the server cannot load a changed extension", async () => {
    const server = fakeLifecycle(running);
    const { go, fake } = await install(server, { yes: true });
    server.facet.restart = () => {
      fake.installed = [extension("a/one", { loaded: false, failure: "No module named 'y'" })];
      return Promise.resolve();
    };
    expect(await go()).toMatchObject(ending(3, "a/one was not loaded: No module named 'y'"));
  });
});

describe("update", () => {
  it("updates all extensions that can be updated if none is named", async () => {
    const installed = [
      extension("a/one"),
      extension("a/two", { version: "2.0.0" }),
      extension("a/off", { enabled: false }),
      extension("a/hand", { origin: "folder" }),
    ];
    const fake = fakeExtensions({ installed });
    const { run } = await fixtureWith(fake);
    const { code, records } = await run((host) => runUpdate(host, [], { yes: true }), { json: true });
    expect(code).toBe(0);
    expect(fake.done).toEqual([
      ["update", { id: "a/one", range: "*" }],
      ["update", { id: "a/two", range: "*" }],
    ]);
    expect(records.at(-1)).toMatchObject({ extensions: [{ id: "a/one", version: "2.0.0" }] });
  });

  it("reports for each extension that there is nothing newer", async () => {
    const installed = [extension("a/two", { version: "2.0.0" }), extension("a/pin", { version: "1.4.0" })];
    const { run } = await fixtureWith(fakeExtensions({ installed }));
    const all = await run((host) => runUpdate(host, ["a/two", "a/pin@1.4.0"], { yes: true }));
    expect(all.code).toBe(0);
    expect(all.err).toContain("a/two is 2.0.0 still: there is nothing newer.");
    expect(all.err).toContain("a/pin is 1.4.0 already.");
    expect(all.err).not.toContain("restart");
  });

  it("reports that the new version takes effect after a restart, and restarts", async () => {
    const server = fakeLifecycle(running);
    const fake = fakeExtensions({ installed: [extension("a/one", { loaded: true })] });
    const update = async () => ({ ...extension("a/one", { loaded: true }), pending: true as const });
    const { run } = await fixtureWith({ ...fake, facet: { ...fake.facet, update } }, server);
    expect(await run((host) => runUpdate(host, ["a/one"], { yes: true }))).toMatchObject(
      ending(0, "a/one: its new version takes effect after a restart."),
    );
    expect(server.done).toHaveLength(1);
    const { records } = await run((host) => runUpdate(host, [], { yes: true }), { json: true });
    expect(records.at(-1)).toMatchObject({ extensions: [{ id: "a/one", pending: true }], restart: "done" });
  });

  it("refuses an extension that is not installed", async () => {
    const { run } = await fixtureWith(fakeExtensions());
    expect(await run((host) => runUpdate(host, ["a/one"], { yes: true }))).toMatchObject(
      ending(2, "has no extension a/one"),
    );
  });

  it("reports that there is nothing to update", async () => {
    const { run } = await fixtureWith(fakeExtensions());
    expect(await run((host) => runUpdate(host, [], {}))).toMatchObject(
      ending(0, "no extension that can be updated"),
    );
  });
});

describe("enable, disable and remove", () => {
  it("find an extension by any of its names", async () => {
    const fake = fakeExtensions({ installed: [extension("a/one"), extension("a/off", { enabled: false })] });
    const { run } = await fixtureWith(fake);
    expect((await run((host) => runSwitch(host, "disable", ["git@github.com:a/one.git"], {}))).code).toBe(0);
    expect((await run((host) => runSwitch(host, "enable", ["off"], {}))).code).toBe(0);
    expect(fake.installed.map(({ place, enabled }) => [place, enabled])).toEqual([
      ["one", false],
      ["off", true],
    ]);
  });

  it("do nothing if the extension already has the state", async () => {
    const fake = fakeExtensions({ installed: [extension("a/one")] });
    const { run } = await fixtureWith(fake);
    const { code, err } = await run((host) => runSwitch(host, "enable", ["a/one"], {}));
    expect({ code, done: fake.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("a/one is enabled already.");
    await run((host) => runSwitch(host, "disable", ["a/one"], {}));
    const again = await run((host) => runSwitch(host, "disable", ["a/one"], {}));
    expect(again.err).toContain("a/one is disabled already.");
  });

  it("remove after a question that names the folder", async () => {
    const fake = fakeExtensions({ installed: [extension("a/one")] });
    const { run } = await fixtureWith(fake);
    const kept = await run((host) => runSwitch(host, "remove", ["a/one"], {}), { answers: ["leave it"] });
    expect(kept.questions[0]?.detail).toEqual(["a/one: the files in one are deleted"]);
    expect(fake.installed).toHaveLength(1);
    const gone = await run((host) => runSwitch(host, "remove", ["a/one"], {}), { answers: ["remove"] });
    expect(gone.err).toContain("a/one is removed.");
    expect(fake.installed).toEqual([]);
  });
});
