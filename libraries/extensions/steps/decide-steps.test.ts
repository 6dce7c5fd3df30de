// Tests of the steps that are decided, by situation.

import type { ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { decide } from "./decide-steps.js";
import { commit, have, need, otherCommit, lineOf } from "../testing/step-records.js";
import type { Knowledge, Pin } from "./step.js";

/** A text alone stands for that range, or that version, of acme/pack. */
type Row = readonly [
  situation: string,
  required: string | readonly (string | ExtensionRequirement)[],
  installed: string | InstalledExtension | readonly InstalledExtension[],
  expected: string | readonly string[],
  pins?: readonly Pin[],
  knowledge?: Knowledge,
];
const check = (rows: readonly Row[]): void => {
  it.each(rows.map((row) => ({ situation: row[0], row })))("$situation", ({ row }) => {
    const [, ranges, found, expected, pins, knowledge] = row;
    const required = [ranges].flat().map((one) => (typeof one === "string" ? need(`acme/pack ${one}`) : one));
    const installed = [found].flat().map((one) => (typeof one === "string" ? have(one) : one));
    const steps = decide(required, installed, pins, knowledge).map(lineOf);
    expect(steps).toEqual([expected].flat());
  });
};

const classes = (...names: readonly string[]) => ({
  classes: new Map(names.map((name) => [name, { module: "custom_nodes.pack" }])),
});
const copy = (place: string, version?: string, more: Partial<InstalledExtension> = {}) =>
  have(version, { place, ...more });
const off = { enabled: false };

describe("nothing", () => {
  check([
    ["is required", [], "1.0.0", []],
    ["is there", "*", [], "install *"],
  ]);
});

it("a graph may name another version for each of thousands of nodes", () => {
  const required = Array.from({ length: 3_000 }, (_, index) => need(`acme/pack >=0.${index}.0`));
  expect(decide(required, []).map(lineOf)).toEqual(["install >=0.2999.0"]);
});

it("a requirement may have no node classes", () => {
  const steps = decide([{ id: "acme/pack", range: ">=1" }], [have("1.2.0")], [], classes("AcmeTone"));
  expect(steps.map(lineOf)).toEqual(["ok pack"]);
});

describe("a range", () => {
  check([
    ["any version, a release is there", "*", "1.0.0", "ok pack"],
    ["any version, no version is known", "*", have(), "ok pack"],
    ["any version, a prerelease is there", "*", "1.0.0-beta.1", "ok pack"],
    ["an empty range is any version", [{ ...need("acme/pack"), range: "" }], have(), "ok pack"],
    ["x is any version", "x", have(), "ok pack"],
    ["at least, exactly that", ">=1.0.0", "1.0.0", "ok pack"],
    ["at least, newer", ">=1.0.0", "3.2.1", "ok pack"],
    ["at least, older", ">=1.0.0", "0.9.9", "update pack outdated: >=1.0.0"],
    ["caret, next major", "^1.2.0", "2.0.0", "update pack too-new: ^1.2.0"],
    ["exactly, another", "1.2.3", "1.2.4", "update pack too-new: 1.2.3"],
    ["two parts, between", "^1.0.0 || ^3.0.0", "2.0.0", "update pack outside: ^1.0.0 || ^3.0.0"],
    ["an upper bound, newer", "<2.0.0", "2.0.0", "update pack too-new: <2.0.0"],
    ["missing", ">=1.0.0", [], "install >=1.0.0"],
    ["no version to compare", ">=1.0.0", have(), "unverifiable pack version"],
    ["no version, but a commit", ">=1.0.0", have(undefined, { commit }), "unverifiable pack version"],
    [
      "is none",
      "latest",
      "1.0.0",
      'invalid the range "latest" is invalid: it is not written as npm writes ranges',
    ],
    [
      "is Python's",
      "~=1.2",
      "1.3.0",
      "invalid the range \"~=1.2\" is invalid: ~= is Python's; npm's ^ and ~ mean something else",
    ],
    ["holds no version at all", ">2.0.0 <1.0.0", "1.0.0", "conflict >2.0.0 <1.0.0"],
  ]);
});

describe("a prerelease", () => {
  check([
    ["is newer than the range asks, and not named", ">=1.0.0", "1.1.0-rc.1", "unverifiable pack prerelease"],
    ["of the very version is older than it", ">=1.0.0", "1.0.0-rc.1", "update pack outdated: >=1.0.0"],
    ["is named", ">=1.0.0-rc.1", "1.0.0-rc.2", "ok pack"],
    ["is older than the named one", ">=1.0.0-rc.2", "1.0.0-rc.1", "update pack outdated: >=1.0.0-rc.2"],
    ["is named by one of two requirers", [">=1.0.0-rc.1", ">=0.5.0"], "1.0.0-rc.1", "ok pack"],
    ["of the next major does not slip under a caret", "^1.0.0", "2.0.0-rc.1", "update pack too-new: ^1.0.0"],
    ["is what a range of prereleases alone wants", ">=1.0.0-a <1.0.0", "1.0.0-b", "ok pack"],
  ]);
});

describe("a commit", () => {
  const at = (text: string) => need("acme/pack", { commit: text });
  check([
    ["is there", [at(commit)], have(undefined, { commit }), "ok pack"],
    ["is there, required in short", [at(commit.slice(0, 7))], have(undefined, { commit }), "ok pack"],
    ["is there, required in capitals", [at(commit.toUpperCase())], have(undefined, { commit }), "ok pack"],
    ["is another", [at(commit)], have("1.0.0", { commit: otherCommit }), "unverifiable pack commit"],
    ["is not told", [at(commit)], "1.0.0", "unverifiable pack commit"],
    ["is missing", [at(commit)], [], `install * #${commit.slice(0, 7)}`],
    [
      "and its beginning are one",
      [at(commit), at(commit.slice(0, 9))],
      [],
      `install * #${commit.slice(0, 7)}`,
    ],
    ["and another: none is taken, nobody knows the newer", [at(commit), at(otherCommit)], [], "install *"],
    [
      "and another: one is there",
      [at(commit), at(otherCommit)],
      have("1.0.0", { commit }),
      "unverifiable pack commit",
    ],
    ["with a range: the range counts for what is taken", [at(commit), ">=1.0.0"], [], "install >=1.0.0"],
    [
      "with a range that is too low",
      [at(commit), ">=1.0.0"],
      have("0.9.0", { commit }),
      "update pack outdated: >=1.0.0",
    ],
    ["with a range, both there", [at(commit), ">=1.0.0"], have("1.0.0", { commit }), "ok pack"],
    ["is none", [at("main")], "1.0.0", 'invalid "main" is not a commit hash'],
    ["is an option of git", [at("--upload-pack=x")], [], 'invalid "--upload-pack=x" is not a commit hash'],
    ["is too short to mean one", [at("9f1c2d")], [], 'invalid "9f1c2d" is not a commit hash'],
    [
      "as a range is none",
      [need(`acme/pack ${commit}`)],
      [],
      `invalid the range "${commit}" is invalid: it is not written as npm writes ranges`,
    ],
  ]);
});

describe("several requirers", () => {
  check([
    ["the higher bound counts, first", [">=0.4.0", ">=0.2.0"], "0.3.0", "update pack outdated: >=0.4.0"],
    ["the higher bound counts, last", [">=0.2.0", ">=0.4.0"], "0.3.0", "update pack outdated: >=0.4.0"],
    ["all are pleased", [">=0.2.0", "<1.0.0", "*"], "0.3.0", "ok pack"],
    ["two contradict each other", ["^1.0.0", "^2.0.0"], "1.0.0", "conflict ^1.0.0 | ^2.0.0"],
    ["two contradict each other, nothing is there", ["^1.0.0", "^2.0.0"], [], "conflict ^1.0.0 | ^2.0.0"],
    [
      "only those that contradict are named",
      ["*", ">=2.0.0", ">=0.1.0", "<1.0.0"],
      [],
      "conflict <1.0.0 | >=2.0.0",
    ],
    [
      "all three contradict, no two of them do",
      ["1.0.0 || 2.0.0", "2.0.0 || 3.0.0", "1.0.0 || 3.0.0"],
      [],
      "conflict 1.0.0 || 2.0.0 | 1.0.0 || 3.0.0 | 2.0.0 || 3.0.0",
    ],
    ["no release lies between", [">1.0.0", "<1.0.1"], [], "conflict <1.0.1 | >1.0.0"],
    [
      "contradict in two spellings",
      ["^1.0.0", need("https://github.com/Acme/Pack.git ^2.0.0")],
      [],
      "conflict ^1.0.0 | https://github.com/Acme/Pack.git ^2.0.0",
    ],
    [
      "contradict by repository and registry id",
      ["^1.0.0", need("acme-pack ^2.0.0")],
      have("1.0.0", { registryId: "acme-pack" }),
      "conflict acme-pack ^2.0.0 | ^1.0.0",
    ],
    [
      "want two extensions",
      ["*", need("other/pack >=1.0.0")],
      "1.0.0",
      ["ok pack", "install other/pack >=1.0.0"],
    ],
    [
      "one is not a requirement, the other is",
      [need("--evil"), "*"],
      have(),
      ["invalid its name is refused: it begins with a dash", "ok pack"],
    ],
  ]);
});

describe("a spelling", () => {
  check([
    [
      "of the requirement finds its clone",
      [need("git@github.com:Acme/pack.git >=1.0.0")],
      "1.0.0",
      "ok pack",
    ],
    [
      "of the clone is found by the requirement",
      ">=1.0.0",
      have("1.0.0", { id: "pack", repositories: ["https://me:token@github.com/Acme/Pack.git"] }),
      "ok pack",
    ],
    ["two spellings are one extension", ["*", need("https://github.com/Acme/pack.git")], [], "install *"],
    [
      "of a host apart is another extension",
      [need("https://gitlab.com/acme/pack")],
      "1.0.0",
      "install gitlab.com/acme/pack *",
    ],
    [
      "a registry id finds its clone",
      [need("Acme-Pack >=1.0.0")],
      have("1.0.0", { registryId: "acme-pack" }),
      "ok pack",
    ],
    [
      "a repository finds its registry copy",
      "*",
      have("1.0.0", { id: "acme-pack", registryId: "acme-pack", origin: "registry" }),
      "ok pack",
    ],
    [
      "a registry id finds the folder of that name",
      [need("pack")],
      have("1.0.0", { id: "pack", repositories: [], origin: "folder" }),
      "ok pack",
    ],
    [
      "a folder of the same name with another registry id is another",
      [need("pack")],
      have("1.0.0", { registryId: "packs-of-acme" }),
      "install pack *",
    ],
    [
      "repository and registry id are joined by what is there",
      [">=1.0.0", need("acme-pack >=2.0.0")],
      have("1.5.0", { registryId: "acme-pack" }),
      "update pack outdated: >=2.0.0",
    ],
    [
      "repository and registry id are joined by the index",
      [">=1.0.0", need("acme-pack >=2.0.0")],
      [],
      "install >=2.0.0",
      [],
      { aliases: [["https://github.com/acme/pack", "Acme-Pack"]] },
    ],
    [
      "repository and registry id, joined by nothing",
      ["*", need("acme-pack")],
      [],
      ["install acme-pack *", "install *"],
    ],
    ["ext:: is refused", [need("ext::sh")], [], "invalid its name is refused: it names a program of git"],
    [
      "a folder of this machine is refused",
      [need("file:///srv/pack")],
      [],
      "invalid its name is a folder of this machine",
    ],
  ]);
});

describe("a disabled one", () => {
  check([
    ["of the right version", ">=1.0.0", have("1.0.0", off), "enable pack"],
    ["outdated", ">=1.0.0", have("0.9.0", off), "enable pack outdated"],
    ["too new", "<1.0.0", have("1.0.0", off), "enable pack too-new"],
    ["without a version", ">=1.0.0", have(undefined, off), "enable pack"],
    ["beside an enabled one", "*", [have("1.0.0"), copy("pack-old", "0.1.0", off)], "ok pack"],
    [
      "of the right version beside an enabled, outdated one",
      ">=1.0.0",
      [have("0.9.0"), copy("pack-new", "1.0.0", off)],
      "update pack outdated: pack >=1.0.0",
    ],
    [
      "and another: the one that will do",
      ">=1.0.0",
      [copy("a", "0.9.0", off), copy("b", "1.1.0", off)],
      "enable b",
    ],
    [
      "and another: the newest",
      "*",
      [copy("a", "1.9.0", off), copy("b", "1.10.0", off), copy("c", undefined, off)],
      "enable b",
    ],
    [
      "and another: known before unknown",
      ">=1.0.0",
      [copy("a", undefined, off), copy("b", "1.0.0", off)],
      "enable b",
    ],
    [
      "is still loaded, and any version will do",
      [need("acme/pack", { nodeClasses: ["A"] })],
      have("1.0.0", off),
      "ok pack",
      [],
      classes("A"),
    ],
  ]);
});

describe("two clones of one repository", () => {
  check([
    ["both will do: the last by name counts", ">=1.0.0", [copy("a", "1.0.0"), copy("b", "1.1.0")], "ok b"],
    ["in the other order", ">=1.0.0", [copy("b", "1.1.0"), copy("a", "1.0.0")], "ok b"],
    [
      "one is outdated: who is loaded last is not certain",
      ">=1.0.0",
      [copy("a", "0.1.0"), copy("b", "1.1.0")],
      "unverifiable b copies",
    ],
    [
      "one is outdated and not loaded",
      ">=1.0.0",
      [copy("a", "1.1.0", { loaded: true }), copy("b", "0.1.0", { loaded: false, failure: "x" })],
      "ok a",
    ],
    [
      "both are outdated",
      ">=1.0.0",
      [copy("a", "0.1.0"), copy("b", "0.2.0")],
      "update b outdated: b >=1.0.0",
    ],
    [
      "in two spellings",
      "*",
      [copy("a", "1.0.0", { repositories: ["git@github.com:Acme/Pack.git"] }), copy("b", "1.0.0")],
      "ok b",
    ],
    ["one enabled is enough", ">=1.0.0", [copy("a", "1.0.0"), copy("b", "2.0.0", off)], "ok a"],
    ["any version will do", "*", [copy("a"), copy("b", "1.0.0")], "ok b"],
  ]);
  it("are both named, with the one that is used", () => {
    const [step] = decide([need("acme/pack")], [copy("a", "1.0.0"), copy("b", "1.0.0")]);
    expect(step).toMatchObject({
      kind: "ok",
      found: { place: "b" },
      copies: [{ place: "a", enabled: true }],
    });
  });
});

describe("one that the server did not load", () => {
  const failed = { loaded: false, failure: "ModuleNotFoundError: No module named 'x'" };
  check([
    ["for a reason", "*", have("1.0.0", failed), `broken pack: ${failed.failure}`],
    [
      "for a reason, and is outdated: an update may mend it",
      ">=2.0.0",
      have("1.0.0", failed),
      "update pack outdated: >=2.0.0",
    ],
    [
      "for no reason that is told: it came later",
      ">=1.0.0",
      have("1.0.0", { loaded: false }),
      "restart pack",
    ],
    ["without a version", ">=1.0.0", have(undefined, failed), `broken pack: ${failed.failure}`],
    [
      "though its classes are there",
      [need("acme/pack", { nodeClasses: ["A"] })],
      have("1.0.0", failed),
      "ok pack",
      [],
      classes("A"),
    ],
    ["because none runs", ">=1.0.0", "1.0.0", "ok pack"],
  ]);
});

describe("node classes of the running server", () => {
  const a = (text: string) => need(text, { nodeClasses: ["A"] });
  const plain = have(undefined, { id: "pack", repositories: [], origin: "unknown" });
  check([
    ["are there, any version will do", [a("acme/pack")], [], "ok by class", [], classes("A")],
    [
      "are there, the version is to be checked",
      [a("acme/pack >=1.0.0")],
      [],
      "unverifiable - identity",
      [],
      classes("A"),
    ],
    [
      "are there, from a folder that says nothing",
      [a("acme/pack >=1.0.0")],
      plain,
      "unverifiable pack identity",
      [],
      classes("A"),
    ],
    [
      "are there, from somebody else's extension",
      [a("acme/pack >=1.0.0")],
      have("2.0.0", {
        id: "fork/pack",
        repositories: ["https://github.com/fork/pack"],
        registryId: "fork-pack",
      }),
      "unverifiable pack identity",
      [],
      classes("A"),
    ],
    [
      "are there, one commit is to be checked",
      [need("acme/pack", { nodeClasses: ["A"], commit })],
      [],
      "unverifiable - identity",
      [],
      classes("A"),
    ],
    [
      "are there in part",
      [need("acme/pack", { nodeClasses: ["A", "B"] })],
      [],
      "install *",
      [],
      classes("A"),
    ],
    [
      "lack one that the installed one should bring",
      [need("acme/pack", { nodeClasses: ["A", "B"] })],
      "1.0.0",
      "update pack class: *",
      [],
      classes("A"),
    ],
    [
      "lack one, and the version is unknown",
      [need("acme/pack >=1.0.0", { nodeClasses: ["B"] })],
      have(),
      "unverifiable pack version",
      [],
      classes("A"),
    ],
    ["say nothing of what a manifest requires", ["*", a("acme/pack")], [], "install *", [], classes("A")],
    [
      "are unknown while none runs: a folder of the name",
      [a("acme/pack")],
      plain,
      "unverifiable pack identity",
    ],
  ]);
});

describe("a backend that cannot list its extensions", () => {
  const unlisted = (...names: readonly string[]): Knowledge => ({ ...classes(...names), isUnlisted: true });
  const a = (text: string) => need(text, { nodeClasses: ["A"] });
  check([
    ["and has the classes", [a("acme/pack")], [], "ok by class", [], unlisted("A")],
    [
      "and has the classes, of whatever version",
      [a("acme/pack >=1.0.0")],
      [],
      "unverifiable - identity",
      [],
      unlisted("A"),
    ],
    ["and lacks the classes", [a("acme/pack")], [], "install *", [], unlisted("B")],
    ["and is required to have it by a manifest", "*", [], "unverifiable - unlisted", [], unlisted("A")],
    ["and does not run", [a("acme/pack")], [], "unverifiable - unlisted", [], { isUnlisted: true }],
  ]);
});

describe("a lock file", () => {
  const v = (version: string): readonly Pin[] => [{ id: "acme/pack", version }];
  const c = (text: string, more: object = {}): readonly Pin[] => [{ id: "acme/pack", commit: text, ...more }];
  check([
    ["says what is installed", ">=1.0.0", [], "install >=1.0.0 v1.2.0", v("1.2.0")],
    ["says which commit", "*", [], `install * #${commit.slice(0, 7)}`, c(commit)],
    [
      "says what an outdated one becomes",
      ">=1.0.0",
      "0.9.0",
      "update pack outdated: >=1.0.0 v1.2.0",
      v("1.2.0"),
    ],
    ["names what is there", ">=1.0.0", "1.2.0", "ok pack", v("1.2.0")],
    ["names another than is there", ">=1.0.0", "1.3.0", "update pack pin: >=1.0.0 v1.2.0", v("1.2.0")],
    [
      "names another commit",
      "*",
      have("1.0.0", { commit: otherCommit }),
      `update pack pin: * v1.0.0 #${commit.slice(0, 7)}`,
      c(commit, { version: "1.0.0" }),
    ],
    [
      "names the commit that is there, without a version",
      ">=1.0.0",
      have(undefined, { commit }),
      "ok pack",
      c(commit),
    ],
    [
      "names a version, and what is there has none",
      ">=1.0.0",
      have(undefined, { commit }),
      "unverifiable pack version",
      v("1.2.0"),
    ],
    ["lies outside the range: it is not obeyed", ">=2.0.0", [], "install >=2.0.0", v("1.2.0")],
    ["lies outside the range of what is there", ">=2.0.0", "2.1.0", "ok pack", v("1.2.0")],
    [
      "contradicts the commit of a graph",
      [need("acme/pack", { commit })],
      [],
      `install * #${commit.slice(0, 7)}`,
      c(otherCommit),
    ],
    [
      "is spelt otherwise",
      "*",
      [],
      "install * v1.2.0",
      [{ id: "https://github.com/Acme/Pack", version: "1.2.0" }],
    ],
    ["says nothing of this one", "*", [], "install *", [{ id: "other/pack", version: "1.2.0" }]],
    ["says what a disabled one becomes", "*", have("1.3.0", off), "enable pack pin", v("1.2.0")],
    [
      "names another, and any with these classes will do",
      [need("acme/pack", { nodeClasses: ["A"] })],
      "1.3.0",
      "update pack pin: * v1.2.0",
      v("1.2.0"),
      classes("A"),
    ],
  ]);
  it("that is ignored is named", () => {
    const [step] = decide([need("acme/pack >=2.0.0")], [], v("1.2.0"));
    expect(step).toMatchObject({ kind: "install", stalePin: { version: "1.2.0" } });
  });
});
