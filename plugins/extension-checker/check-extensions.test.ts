// Tests of the check before a generation, by situation.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { heartbeatMs } from "./report-progress.js";
import { pollMs } from "./restart-server.js";
import { changesIn, createScenario, until } from "./testing/check-scenario.js";
import { draft, fault, installedAt, need } from "./testing/extension-records.js";

const pack = "acme/pack";
const needsPack = draft(["KSampler", "A"], need(pack, ">=1.0.0", "A"));
const packs = { [pack]: { versions: ["0.9.0", "1.0.0", "1.2.0"], classes: ["A"] } };
const lockText = (project: string): string =>
  readFileSync(join(project, "pictor-extensions.lock.json"), "utf8");
const putLock = (project: string, extensions: object): void => {
  writeFileSync(
    join(project, "pictor-extensions.lock.json"),
    JSON.stringify({ pictorExtensions: 1, extensions }),
  );
};

const restart = "restart: extensions for txt2img";
const loaded = (version?: string) => [installedAt(pack, version, { loaded: true })];

describe("a generation that needs nothing", () => {
  it("passes without a query of the extensions", async () => {
    const { run, calls, asked } = await createScenario();
    expect(await run(draft(["KSampler"]))).toBeUndefined();
    expect(calls).toEqual(["catalog"]);
    expect(asked).toEqual([]);
  });
  it("passes without any query if nothing can be looked up", async () => {
    const ignoring = await createScenario({ config: { unknownClasses: "ignore" } });
    expect(await ignoring.run(draft(["Strange"]))).toBeUndefined();
    const plain = await createScenario({ hasFacet: false });
    expect(await plain.run(draft(["Strange"]))).toBeUndefined();
    expect([...ignoring.calls, ...plain.calls]).toEqual([]);
  });
});

describe("a generation that has what it needs", () => {
  it("passes", async () => {
    const { run, calls, asked, changes } = await createScenario({ packs, installed: loaded("1.0.0") });
    expect(await run(needsPack)).toBeUndefined();
    expect(calls).toEqual(["catalog", "list"]);
    expect(asked).toEqual([]);
    expect(changes()).toBe(0);
  });
  const copies = ["a", "b"].map((place) => installedAt(pack, "1.0.0", { place }));
  const repositories = ["someone/fork", `https://github.com/${pack}`];
  const fork = installedAt("someone/fork", "1.0.0", { repositories });
  it.each([
    ["a second copy", copies, "EXTENSIONS_TWICE", "a and b"],
    [
      "a fork that claims to be the required extension",
      [fork],
      "EXTENSIONS_CLAIMED",
      "comes from someone/fork",
    ],
  ])("is warned about %s", async (_what, installed, code, words) => {
    const all = { ...packs, "someone/fork": { classes: ["A"] } };
    const { run, problems, asked } = await createScenario({ packs: all, installed });
    expect(await run(needsPack)).toBeUndefined();
    expect(asked).toEqual([]);
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(words) as string }]);
  });
});

describe("a missing and an outdated extension", () => {
  const both = {
    packs: { ...packs, "other/nodes": { versions: ["0.2.0", "0.4.0"], classes: ["B"] } },
    answers: ["Make these changes"],
  };
  const drafts = [
    needsPack,
    draft(["B"], need("other/nodes", ">=0.2.0", "B")),
    draft(["B"], need("other/nodes", ">=0.3.0", "B")),
  ];
  const start = () =>
    createScenario({ ...both, installed: [installedAt("other/nodes", "0.2.0", { loaded: true })] });

  it("are asked about once for all batches, installed, and loaded by one restart; the generation continues", async () => {
    const { run, calls, asked, changes, state } = await start();
    expect(await run(...drafts)).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(changesIn(calls)).toEqual(["install acme/pack >=1.0.0", "update other/nodes >=0.3.0", restart]);
    expect(calls.slice(-2)).toEqual(["catalog all", "list"]);
    expect(changes()).toBe(1);
    expect(state.installed.map(({ id, version }) => `${id} ${version ?? ""}`)).toEqual([
      "other/nodes 0.4.0",
      "acme/pack 1.2.0",
    ]);
  });
  it("are shown with the changes, their sources, and where their code will run", async () => {
    const { run, asked } = await start();
    await run(...drafts);
    expect(asked[0]).toEqual({
      title: "txt2img needs 2 extensions that studio lacks or has in another state. Make these changes?",
      detail: [
        "Install acme/pack: >=1.0.0, from https://github.com/acme/pack (for A)",
        "Update other/nodes: 0.2.0 to >=0.3.0, from https://github.com/other/nodes (for B)",
        "Their code will run on studio (ComfyUI 0.3.64), with all rights of its server.",
        "Its server is restarted once.",
        "pictor-extensions.lock.json will name the versions that are used.",
      ],
      choices: ["Make these changes, and continue", "Stop"],
      safeChoice: "Stop",
    });
  });
  it("stay unchanged if the user declines or cannot be asked", async () => {
    for (const answers of [["Stop"], [], ["what?"]]) {
      const { run, calls, changes, project } = await createScenario({
        ...both,
        answers,
        installed: [installedAt("other/nodes", "0.2.0")],
      });
      const veto = await run(...drafts);
      expect(veto).toMatchObject({ kind: "veto", code: "EXTENSIONS_DECLINED" });
      expect(veto?.message).toBe(
        "Nothing was changed on studio. acme/pack is missing (>=1.0.0); A needs it. other/nodes is 0.2.0, too old: >=0.3.0 is needed; B needs it.",
      );
      expect(veto?.hint).toBe(
        "Agree when you are asked (`--yes` agrees without asking), or do it yourself: `pictor extensions install 'acme/pack@>=1.0.0' --backend studio`, then `pictor extensions update 'other/nodes@>=0.3.0' --backend studio`.",
      );
      expect(changesIn(calls)).toEqual([]);
      expect(changes()).toBe(0);
      expect(existsSync(join(project, "pictor-extensions.lock.json"))).toBe(false);
    }
  });
  it("report their progress step by step and as a whole", async () => {
    const { run, progress } = await start();
    await run(...drafts);
    expect(progress).toContain("Installing acme/pack 0%");
    expect(progress).toContain("Installing acme/pack: cloning 25%");
    expect(progress).toContain("Updating other/nodes 50%");
    expect(progress).toContain("Restarting the server: the server starts");
  });
});

describe("a disabled extension", () => {
  it("is enabled", async () => {
    const { run, calls, state } = await createScenario({
      packs,
      installed: [installedAt(pack, "1.0.0", { enabled: false })],
      answers: ["yes"],
    });
    expect(await run(needsPack)).toBeUndefined();
    expect(changesIn(calls)).toEqual(["enable acme/pack", restart]);
    expect(state.installed[0]?.enabled).toBe(true);
  });
  it("is disabled again when its update fails", async () => {
    const failing = { [pack]: { ...packs[pack], fails: "no network" } };
    const { run, calls, state } = await createScenario({
      packs: failing,
      installed: [installedAt(pack, "0.9.0", { enabled: false })],
      answers: ["yes"],
    });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_FAILED" });
    expect(veto?.message).toBe("acme/pack could not be updated: no network. Nothing was changed on studio.");
    expect(changesIn(calls)).toEqual(["enable acme/pack", "update acme/pack >=1.0.0", "disable acme/pack"]);
    expect(state.installed[0]?.enabled).toBe(false);
  });
});

describe("an extension that was installed while the server ran", () => {
  it("is loaded by a restart, after asking", async () => {
    const { run, calls, asked, changes } = await createScenario({
      packs,
      installed: [installedAt(pack, "1.0.0", { loaded: false })],
      answers: ["yes"],
    });
    expect(await run(needsPack)).toBeUndefined();
    expect(asked[0]?.title).toBe("Restart the server of studio for 1 extension that txt2img needs?");
    expect(asked[0]?.detail?.join(" ")).not.toContain("code will run");
    expect(changesIn(calls)).toEqual([restart]);
    expect(changes()).toBe(1);
  });
});

describe("an extension that the server cannot load", () => {
  const failure = "ModuleNotFoundError: No module named 'x'";
  const broken = { [pack]: { ...packs[pack], failure } };
  it("is reported with the reason of the server, and nothing is changed", async () => {
    const { run, calls, asked } = await createScenario({
      packs: broken,
      installed: [installedAt(pack, "1.0.0", { loaded: false, failure })],
    });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_BROKEN" });
    expect(veto?.message).toContain(failure);
    expect(veto?.hint).toContain("`pictor backend logs studio` shows what the server wrote.");
    expect(veto?.hint).toContain(
      "`pictor extensions disable acme/pack --backend studio` lets the server start without it.",
    );
    expect(asked).toEqual([]);
    expect(changesIn(calls)).toEqual([]);
  });
  it("is reported after its installation", async () => {
    const { run, changes } = await createScenario({ packs: broken, answers: ["yes"] });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_STILL_MISSING" });
    expect(veto?.message).toContain(failure);
    expect(veto?.hint).toContain("`pictor backend logs studio`");
    expect(veto?.hint).toContain("`pictor extensions disable acme/pack --backend studio`");
    expect(changes()).toBe(1);
  });
});

describe("a contradiction between requirements", () => {
  it("is refused with both node classes, before any question", async () => {
    const { run, asked, calls } = await createScenario({ packs });
    const veto = await run(needsPack, draft(["C"], need(pack, "<1.0.0", "C")));
    expect(veto).toMatchObject({ code: "EXTENSIONS_CONFLICT" });
    expect(veto?.message).toContain("no version can be <1.0.0 for C and >=1.0.0 for A");
    expect([asked, changesIn(calls)]).toEqual([[], []]);
  });
  it("or a name that is none is refused", async () => {
    const { run, asked, calls } = await createScenario({ packs });
    const evil = draft(["A"], need("--upload-pack=evil", "*", "A"));
    expect(await run(evil)).toMatchObject({ code: "EXTENSIONS_CONFLICT" });
    expect([asked, changesIn(calls)]).toEqual([[], []]);
  });
});

describe("a backend that cannot", () => {
  it("change extensions gives the reason before any question", async () => {
    const { run, asked } = await createScenario({ packs, can: [], reason: "It has no Manager" });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_MISSING" });
    expect(veto?.message).toBe(
      "studio lacks what is needed: acme/pack is missing (>=1.0.0); A needs it. It cannot be told to install extensions: It has no Manager.",
    );
    expect(asked).toEqual([]);
  });
  it.each(["no source", "no version"] as const)("find %s to take says so", async (isLost) => {
    const { run, asked } = await createScenario({ packs: { [pack]: { ...packs[pack], isLost } } });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_MISSING" });
    expect(veto?.message).toContain("No source is known for this");
    expect(asked).toEqual([]);
  });
  it("be restarted says so before the changes, and requests a restart afterwards", async () => {
    const { run, asked, changes, project } = await createScenario({
      packs,
      hasLifecycle: false,
      answers: ["yes"],
    });
    const veto = await run(needsPack);
    expect(asked[0]?.detail).toContain("Its server has to be restarted by hand afterwards.");
    expect(veto).toMatchObject({ code: "EXTENSIONS_RESTART_NEEDED" });
    expect(veto?.message).toContain("acme/pack is in place on studio");
    expect(veto?.hint).toContain("Restart the server of studio");
    expect(changes()).toBe(0);
    expect(lockText(project)).toContain('"acme/pack"');
  });
});

describe("a backend that does not list its extensions", () => {
  const bare = { hasFacet: false, hasLifecycle: false };
  it("passes if it has the classes and any version is accepted", async () => {
    const { run, asked } = await createScenario({ ...bare, core: ["A"] });
    expect(await run(draft(["A"], need(pack, "*", "A")))).toBeUndefined();
    expect(asked).toEqual([]);
  });
  it("leads to a question if a version is required", async () => {
    const { run, asked } = await createScenario({ ...bare, core: ["A"], answers: ["yes"] });
    expect(await run(draft(["A"], need(pack, ">=1.0.0", "A")))).toBeUndefined();
    expect(asked[0]).toMatchObject({
      choices: ["Continue with what is installed", "Stop"],
      safeChoice: "Stop",
    });
    expect(asked[0]?.detail?.join(" ")).not.toContain("code will run");
  });
  it("leads to a question about what a plugin requires", async () => {
    const { run, asked } = await createScenario(bare);
    expect(await run(draft(["KSampler"], need(pack)))).toMatchObject({ code: "EXTENSIONS_DECLINED" });
    expect(asked[0]?.detail).toEqual([
      "acme/pack may be missing: the server does not report which extensions it has; a plugin needs it.",
    ]);
  });
  it("is refused if it lacks the classes", async () => {
    const { run, asked } = await createScenario(bare);
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_MISSING" });
    expect(veto?.message).toContain("cannot be inspected or changed from here");
    expect(asked).toEqual([]);
  });
});

describe("a version that cannot be determined", () => {
  const mute = { packs: { [pack]: { ...packs[pack], isMute: true as const } }, installed: loaded() };
  it("leads to a question; a general yes continues, and no answer stops", async () => {
    const agreed = await createScenario({ ...mute, answers: ["yes"] });
    expect(await agreed.run(needsPack)).toBeUndefined();
    expect(agreed.asked[0]).toMatchObject({
      choices: ["Continue with what is installed", "Update first", "Stop"],
      safeChoice: "Stop",
    });
    expect(changesIn(agreed.calls)).toEqual([]);
    expect(agreed.changes()).toBe(0);
    expect(agreed.problems).toMatchObject([{ code: "EXTENSIONS_UNVERIFIED" }]);
    const silent = await createScenario(mute);
    expect(await silent.run(needsPack)).toMatchObject({ code: "EXTENSIONS_DECLINED" });
  });
  it("is shown with the update that is possible, and its source", async () => {
    const { run, asked } = await createScenario(mute);
    await run(needsPack);
    expect(asked[0]?.detail?.slice(0, 2)).toEqual([
      "acme/pack: pack (an unknown version) is installed, but its version is not known, and >=1.0.0 is needed.",
      "Only if you choose to update: Update acme/pack: an unknown version to >=1.0.0, from https://github.com/acme/pack (for A)",
    ]);
  });
  it("is not offered as an update if another extension provides the classes", async () => {
    const fork = installedAt("fork/pack", "2.0.0", { loaded: true });
    const { run, asked, calls } = await createScenario({
      packs: { "fork/pack": { classes: ["A"] } },
      installed: [fork],
      answers: ["yes"],
    });
    expect(await run(needsPack)).toBeUndefined();
    expect(asked[0]?.choices).toEqual(["Continue with what is installed", "Stop"]);
    expect(changesIn(calls)).toEqual([]);
  });
  it("leads to a question once", async () => {
    const { run, asked } = await createScenario({ ...mute, answers: ["Continue"] });
    expect(await run(needsPack)).toBeUndefined();
    expect(await run(needsPack)).toBeUndefined();
    expect(asked).toHaveLength(1);
    await run(draft(["A"], need(pack, ">=2.0.0", "A")));
    expect(asked).toHaveLength(2);
  });
  it("may be updated to a known version", async () => {
    const { run, calls } = await createScenario({ packs, installed: loaded(), answers: ["Update"] });
    expect(await run(needsPack)).toBeUndefined();
    expect(changesIn(calls)).toEqual(["update acme/pack >=1.0.0", restart]);
  });
  it("stays unknown if its update has no version either", async () => {
    const { run, calls } = await createScenario({ ...mute, answers: ["Update"] });
    expect(await run(needsPack)).toMatchObject({ code: "EXTENSIONS_STILL_MISSING" });
    expect(changesIn(calls)).toEqual(["update acme/pack >=1.0.0"]);
  });
  it("of a newly installed extension is reported, and does not stop the generation", async () => {
    const { run, problems } = await createScenario({ packs: mute.packs, answers: ["yes"] });
    expect(await run(needsPack)).toBeUndefined();
    expect(problems).toMatchObject([{ code: "EXTENSIONS_UNVERIFIED" }]);
  });
  it("is not offered as an update if the backend cannot update", async () => {
    const { run, asked } = await createScenario({ ...mute, can: [] });
    await run(needsPack);
    expect(asked[0]?.choices).toEqual(["Continue with what is installed", "Stop"]);
  });
  it("is part of the question about missing extensions", async () => {
    const setup = {
      packs: { ...packs, "b/mute": { isMute: true as const, classes: ["M"] } },
      installed: [installedAt("b/mute", undefined, { loaded: true })],
    };
    const drafts = [needsPack, draft(["M"], need("b/mute", ">=1.0.0", "M"))];
    const kept = await createScenario({ ...setup, installed: [...setup.installed], answers: ["yes"] });
    expect(await kept.run(...drafts)).toBeUndefined();
    expect(kept.asked).toHaveLength(1);
    expect(kept.asked[0]?.choices).toEqual([
      "Make these changes, and continue",
      "Make these changes, and also update the extensions of unknown version",
      "Stop",
    ]);
    expect(changesIn(kept.calls)).toEqual(["install acme/pack >=1.0.0", restart]);
    const more = await createScenario({
      ...setup,
      installed: [...setup.installed],
      answers: ["Make these changes, and also update"],
    });
    await more.run(...drafts);
    expect(changesIn(more.calls)).toEqual(["install acme/pack >=1.0.0", "update b/mute >=1.0.0", restart]);
  });
});

describe("node classes that no requirement names", () => {
  it("require the only extension that provides them", async () => {
    const { run, calls, asked } = await createScenario({ packs, answers: ["yes"] });
    expect(await run(draft(["KSampler", "A"]))).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(changesIn(calls)).toEqual(["install acme/pack *", restart]);
    expect(calls.slice(0, 3)).toEqual(["catalog", "catalog A", "providers A"]);
  });
  const two = { ...packs, "other/fork": { classes: ["A"] } };
  it("of several extensions lead to a question", async () => {
    const { run, calls, asked } = await createScenario({ packs: two, answers: ["other/fork", "yes"] });
    expect(await run(draft(["A"]))).toBeUndefined();
    expect(asked[0]).toMatchObject({
      choices: ["acme/pack", "other/fork", "None of them"],
      safeChoice: "None of them",
      yesChoice: "None of them",
    });
    expect(changesIn(calls)).toEqual(["install other/fork *", restart]);
  });
  it("are left to the validation if the user chooses none, or the index does not know them", async () => {
    const { run, calls } = await createScenario({ packs: two });
    expect(await run(draft(["A"]))).toBeUndefined();
    expect(await run(draft(["Strange"]))).toBeUndefined();
    expect(changesIn(calls)).toEqual([]);
  });
  it("are left to the validation if the index cannot be read, which is reported", async () => {
    const { run, problems } = await createScenario({ packs, providersFail: new Error("no network") });
    expect(await run(draft(["A"]))).toBeUndefined();
    expect(problems).toMatchObject([{ code: "EXTENSIONS_NOT_LOOKED_UP" }]);
    expect(problems[0]?.message).toContain("no network");
  });
  it.each([
    ["", {}],
    [", in a version that is not known before the restart", { isPending: true as const }],
  ])("that an installed extension lacks make it be updated%s", async (_how, more) => {
    const { run, calls } = await createScenario({
      packs: { [pack]: { versions: ["1.0.0", "2.0.0"], classes: ["A"], ...more } },
      installed: loaded("1.0.0"),
      answers: ["yes"],
    });
    const veto = await run(draft(["A", "New"], need(pack, "*", "A", "New")));
    expect(changesIn(calls)).toEqual(["update acme/pack *", restart]);
    expect(veto).toMatchObject({ code: "EXTENSIONS_STILL_MISSING" });
    expect(veto?.message).toContain("without all of the node classes that are needed");
  });
});

describe("one extension under two names", () => {
  it("is installed once if the index knows both", async () => {
    const { run, calls } = await createScenario({
      packs: { [pack]: { ...packs[pack], registryId: "acme-pack" } },
      answers: ["yes"],
    });
    expect(await run(needsPack, draft(["A"], need("acme-pack", "*", "A")))).toBeUndefined();
    expect(changesIn(calls)).toEqual(["install acme/pack >=1.0.0", restart]);
  });
});

describe("a step that fails", () => {
  const two = { packs: { ...packs, "b/bad": { classes: ["B"], fails: "pip found no torch" } }, queue: [] };
  const drafts = [needsPack, draft(["B"], need("b/bad", "*", "B"))];
  it("ends the check with its reason; earlier changes stay, and nothing is restarted unasked", async () => {
    const { run, calls, asked, changes, project } = await createScenario({ ...two, answers: ["yes"] });
    const veto = await run(...drafts);
    expect(veto).toMatchObject({ code: "EXTENSIONS_FAILED", hint: "Look at its log." });
    expect(veto?.message).toBe(
      "b/bad could not be installed: pip found no torch. acme/pack was changed before, and stays. The server of studio loads it when it starts the next time.",
    );
    expect(asked[1]).toMatchObject({
      choices: ["Leave it as it is", "Restart it now"],
      safeChoice: "Leave it as it is",
    });
    expect(changesIn(calls)).toEqual(["install acme/pack >=1.0.0", "install b/bad *"]);
    expect(changes()).toBe(0);
    expect(lockText(project)).toContain('"acme/pack"');
  });
  it("is followed by a restart if the user agrees", async () => {
    const { run, calls } = await createScenario({ ...two, answers: ["yes", "Restart"] });
    const veto = await run(...drafts);
    expect(veto?.message).not.toContain("the next time");
    expect(changesIn(calls).at(-1)).toBe("restart: extensions were changed");
  });
  it("may be the restart; the changes are named", async () => {
    const restartFails = fault("MANAGED_NOT_STARTED", { reason: "exit code 1" });
    const { run, changes } = await createScenario({ packs, restartFails, answers: ["yes"] });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_RESTART_FAILED", hint: "Look at its log." });
    expect(veto?.message).toBe(
      "acme/pack is in place on studio. The restart of its server failed: The server does not start: exit code 1.",
    );
    expect(changes()).toBe(0);
  });
  it("with an unexpected error is not hidden", async () => {
    const { run } = await createScenario({
      packs,
      restartFails: new TypeError("x is not a function"),
      answers: ["yes"],
    });
    await expect(run(needsPack)).rejects.toThrow("x is not a function");
  });
});

describe("prompts of others", () => {
  const busy = { packs, answers: ["yes", "yes"] };
  it("are waited for after a general yes, then the server is restarted", async () => {
    const queue: ("running" | "queued" | "succeeded")[][] = [
      ["running", "queued", "succeeded"],
      ["running"],
      [],
    ];
    const { run, calls, asked, progress, clock } = await createScenario({ ...busy, queue });
    const running = run(needsPack);
    await until(() => asked.length === 2);
    expect(asked[1]).toMatchObject({
      title: "2 prompts of studio run or wait, and its server has to be restarted.",
      choices: ["Wait until they are done", "Restart now; they are lost", "Stop"],
      safeChoice: "Stop",
    });
    expect(calls.at(-1)).toBe("install acme/pack >=1.0.0");
    await clock.advance(pollMs);
    expect(progress.at(-1)).toBe("Waiting for 2 prompts of studio: 1 left");
    expect(calls.some((call) => call.startsWith("restart"))).toBe(false);
    await clock.advance(pollMs);
    expect(await running).toBeUndefined();
    expect(calls.filter((call) => call.startsWith("restart"))).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });
  it("are lost if the user agrees", async () => {
    const { run, calls } = await createScenario({
      packs,
      queue: [["running"]],
      answers: ["yes", "Restart now"],
    });
    expect(await run(needsPack)).toBeUndefined();
    expect(calls.filter((call) => call.startsWith("restart"))).toHaveLength(1);
  });
  it("are left alone by default", async () => {
    const { run, calls, changes } = await createScenario({ packs, queue: [["queued"]], answers: ["yes"] });
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_RESTART_NEEDED" });
    expect(veto?.message).toContain("prompts of others run or wait");
    expect(calls.some((call) => call.startsWith("restart"))).toBe(false);
    expect(changes()).toBe(0);
  });
  it("that have ended do not count", async () => {
    const { run, asked } = await createScenario({
      packs,
      queue: [["succeeded", "failed", "interrupted"]],
      answers: ["yes"],
    });
    expect(await run(needsPack)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });
});

describe("a server that does not run", () => {
  it.each(["stopped", "crashed"] as const)("but is %s gets its extensions, and is started", async (state) => {
    const { run, calls, asked, changes } = await createScenario({ packs, state, answers: ["yes"] });
    expect(await run(needsPack)).toBeUndefined();
    expect(changesIn(calls)).toEqual(["install acme/pack >=1.0.0", "start"]);
    expect(asked[0]?.detail).toContain("Its server is started afterwards.");
    expect(changes()).toBe(1);
  });
  it("is not started if the user declines", async () => {
    const { run, calls } = await createScenario({ packs, state: "stopped" });
    expect(await run(needsPack)).toMatchObject({ code: "EXTENSIONS_DECLINED" });
    expect(calls.some((call) => /^(start|catalog|restart)/.test(call))).toBe(false);
  });
  it("because nothing is installed reports its own error", async () => {
    const { run, asked } = await createScenario({ packs, state: "absent" });
    await expect(run(needsPack)).rejects.toMatchObject({ code: "MANAGED_NOT_STARTED" });
    expect(asked).toEqual([]);
  });
});

describe("long silent work", () => {
  it("reports progress repeatedly until it is over", async () => {
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const { run, progress, clock } = await createScenario({ packs, gate: held, answers: ["yes"] });
    const running = run(needsPack);
    await until(() => progress.at(-1)?.endsWith("cloning 50%") === true);
    const before = progress.length;
    await clock.advance(heartbeatMs * 3);
    expect(progress.slice(before)).toEqual(Array(3).fill("Installing acme/pack: cloning 50%"));
    finish();
    expect(await running).toBeUndefined();
    expect(clock.pending()).toBe(0);
  });
  it("ends if the generation is cancelled", async () => {
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const { run, controller, clock, calls, changes } = await createScenario({
      packs,
      gate: held,
      answers: ["yes"],
    });
    const running = Promise.resolve(run(needsPack)).catch((error: unknown) => error);
    await until(() => calls.includes("install acme/pack >=1.0.0"));
    controller.abort(new Error("cancelled"));
    finish();
    expect(await running).toMatchObject({ message: "cancelled" });
    expect(calls.some((call) => call.startsWith("restart"))).toBe(false);
    expect([changes(), clock.pending()]).toEqual([0, 0]);
  });
  it("ends while it waits for other prompts", async () => {
    const { run, controller, clock, progress } = await createScenario({
      packs,
      queue: [["running"]],
      answers: ["yes", "Wait"],
    });
    const running = Promise.resolve(run(needsPack)).catch((error: unknown) => error);
    await until(() => progress.at(-1)?.startsWith("Waiting") === true);
    controller.abort(new Error("cancelled"));
    expect(await running).toMatchObject({ message: "cancelled" });
    expect(clock.pending()).toBe(0);
  });
});

describe("the lock file", () => {
  it("names changed and used extensions", async () => {
    const setup = {
      packs: { ...packs, "b/there": { classes: ["B"] } },
      installed: [installedAt("b/there", "3.0.0", { loaded: true, commit: "9f1c2d3" })],
    };
    const { run, project } = await createScenario({ ...setup, answers: ["yes"] });
    expect(await run(needsPack, draft(["B"], need("b/there", "*", "B")))).toBeUndefined();
    expect(JSON.parse(lockText(project))).toEqual({
      pictorExtensions: 1,
      extensions: {
        "acme/pack": { version: "1.2.0", source: "https://github.com/acme/pack" },
        "b/there": { version: "3.0.0", commit: "9f1c2d3", source: "https://github.com/b/there" },
      },
    });
  });
  it("keeps the entries of other workflows, and is not written without a change", async () => {
    const { run, project } = await createScenario({ packs, answers: ["yes"] });
    putLock(project, { zoo: { version: "0.1.0" } });
    expect(await run(needsPack)).toBeUndefined();
    const text = lockText(project);
    expect(Object.keys((JSON.parse(text) as { extensions: object }).extensions)).toEqual([
      "acme/pack",
      "zoo",
    ]);
    expect(await run(needsPack)).toBeUndefined();
    expect(lockText(project)).toBe(text);
  });
  it("does not name a version that the server could not load", async () => {
    const broken = { [pack]: { ...packs[pack], failure: "ImportError: x" } };
    const { run, project } = await createScenario({ packs: broken, answers: ["yes"] });
    putLock(project, { zoo: { version: "0.1.0" } });
    expect(await run(needsPack)).toMatchObject({ code: "EXTENSIONS_STILL_MISSING" });
    expect(lockText(project)).not.toContain("acme/pack");
  });
  it("is restored if a server that started later could not load the new version", async () => {
    const broken = { [pack]: { ...packs[pack], failure: "ImportError: x" } };
    const { run, project } = await createScenario({ packs: broken, state: "stopped", answers: ["yes"] });
    putLock(project, { zoo: { version: "0.1.0" } });
    expect(await run(needsPack)).toMatchObject({ code: "EXTENSIONS_BROKEN" });
    expect(Object.keys((JSON.parse(lockText(project)) as { extensions: object }).extensions)).toEqual([
      "zoo",
    ]);
  });
  it("determines the version", async () => {
    const { run, project, calls, asked } = await createScenario({ packs, answers: ["yes"] });
    putLock(project, { "https://github.com/Acme/Pack": { version: "1.0.0" } });
    expect(await run(needsPack)).toBeUndefined();
    expect(changesIn(calls)[0]).toBe("install acme/pack >=1.0.0 v1.0.0");
    expect(asked[0]?.detail?.[0]).toContain("1.0.0");
  });
  it("that names another version leads to an offer; without an answer the generation continues with a report", async () => {
    const installed = () => loaded("1.2.0");
    const silent = await createScenario({ packs, installed: installed() });
    putLock(silent.project, { [pack]: { version: "1.0.0" } });
    expect(await silent.run(needsPack)).toBeUndefined();
    expect(silent.asked[0]).toMatchObject({
      choices: ["Change to the versions in the lock file", "Continue with what is installed", "Stop"],
      safeChoice: "Continue with what is installed",
    });
    expect(silent.problems).toMatchObject([{ code: "EXTENSIONS_NOT_LOCKED" }]);
    const obeying = await createScenario({ packs, installed: installed(), answers: ["yes"] });
    putLock(obeying.project, { [pack]: { version: "1.0.0" } });
    expect(await obeying.run(needsPack)).toBeUndefined();
    expect(changesIn(obeying.calls)).toEqual(["update acme/pack >=1.0.0 v1.0.0", restart]);
    expect(lockText(obeying.project)).toContain("1.0.0");
    const stopped = await createScenario({ packs, installed: installed(), answers: ["Stop"] });
    putLock(stopped.project, { [pack]: { version: "1.0.0" } });
    const veto = await stopped.run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSIONS_DECLINED" });
    expect(veto?.message).toContain("not what the lock file names: 1.0.0");
  });
  describe("and classes of the server that no requirement names", () => {
    const installed = () => loaded("1.2.0");
    const plain = draft(["KSampler", "A"]);
    it("cause no query of the extensions without a lock file", async () => {
      const { run, calls } = await createScenario({ packs, installed: installed() });
      expect(await run(plain)).toBeUndefined();
      expect(calls).toEqual(["catalog"]);
    });
    it("cause no query if they belong to the server itself", async () => {
      const { run, project, calls } = await createScenario({ packs, installed: installed() });
      putLock(project, { [pack]: { version: "1.0.0" } });
      expect(await run(draft(["KSampler"]))).toBeUndefined();
      expect(calls).toEqual(["catalog"]);
    });
    it("lead to a question if it names another version of their extension", async () => {
      for (const unknownClasses of ["look-up", "ignore"] as const) {
        const silent = await createScenario({ packs, installed: installed(), config: { unknownClasses } });
        putLock(silent.project, { [pack]: { version: "1.0.0" } });
        expect(await silent.run(plain)).toBeUndefined();
        expect(silent.asked[0]?.choices[0]).toBe("Change to the versions in the lock file");
        expect(silent.problems).toMatchObject([{ code: "EXTENSIONS_NOT_LOCKED" }]);
      }
      const obeying = await createScenario({ packs, installed: installed(), answers: ["yes"] });
      putLock(obeying.project, { [pack]: { version: "1.0.0" } });
      expect(await obeying.run(plain)).toBeUndefined();
      expect(changesIn(obeying.calls)).toEqual(["update acme/pack * v1.0.0", restart]);
    });
    it("pass if it names the installed version", async () => {
      const { run, project, asked, problems } = await createScenario({ packs, installed: installed() });
      putLock(project, { [pack]: { version: "1.2.0" } });
      expect(await run(plain)).toBeUndefined();
      expect([asked, problems]).toEqual([[], []]);
    });
  });
  it("that names another version is ignored if nothing can be changed", async () => {
    const { run, project, asked } = await createScenario({ packs, can: [], installed: loaded("1.2.0") });
    putLock(project, { [pack]: { version: "1.0.0" } });
    expect(await run(needsPack)).toBeUndefined();
    expect(asked).toEqual([]);
  });
  it("that is outside the required range is reported and ignored", async () => {
    const { run, project, asked, calls } = await createScenario({ packs, answers: ["yes"] });
    putLock(project, { [pack]: { version: "0.9.0" } });
    expect(await run(needsPack)).toBeUndefined();
    expect(changesIn(calls)[0]).toBe("install acme/pack >=1.0.0");
    expect(asked[0]?.detail).toContain(
      "pictor-extensions.lock.json names 0.9.0 of acme/pack, which is not what is needed; the lock file is not obeyed for it.",
    );
    expect(lockText(project)).toContain("1.2.0");
  });
  it("is only read, or ignored, if the settings say so", async () => {
    const reading = await createScenario({ packs, config: { lock: "read" }, answers: ["yes"] });
    putLock(reading.project, { [pack]: { version: "1.0.0" } });
    const before = lockText(reading.project);
    await reading.run(needsPack);
    expect([changesIn(reading.calls)[0], lockText(reading.project)]).toEqual([
      "install acme/pack >=1.0.0 v1.0.0",
      before,
    ]);
    expect(reading.asked[0]?.detail?.join(" ")).not.toContain("will name");
    const off = await createScenario({ packs, config: { lock: "off" }, answers: ["yes"] });
    writeFileSync(join(off.project, "pictor-extensions.lock.json"), "not a lock file");
    expect(await off.run(needsPack)).toBeUndefined();
    expect(lockText(off.project)).toBe("not a lock file");
  });
  it("that cannot be read ends the check, and is not changed", async () => {
    const { run, project, calls } = await createScenario({ packs, answers: ["yes"] });
    writeFileSync(join(project, "pictor-extensions.lock.json"), "<<<<<<< HEAD");
    const veto = await run(needsPack);
    expect(veto).toMatchObject({ code: "EXTENSION_LOCK_INVALID" });
    expect(veto?.message).toContain("merge");
    expect(changesIn(calls)).toEqual([]);
    expect(lockText(project)).toBe("<<<<<<< HEAD");
  });
  it("that cannot be written is a problem, and the generation continues", async () => {
    const { run, project, problems } = await createScenario({ packs, answers: ["yes"] });
    rmSync(project, { recursive: true });
    expect(await run(needsPack)).toBeUndefined();
    expect(problems).toMatchObject([{ code: "EXTENSION_LOCK_NOT_WRITABLE" }]);
  });
});
