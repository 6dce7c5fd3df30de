// Tests of requirements that are derived from node classes.

import { describe, expect, it } from "vitest";
import { requirementsOfLacking, requirementsOfPresent } from "./class-requirements.js";
import { have, need } from "../testing/step-records.js";

const catalog = new Map([
  ["KSampler", { module: "nodes" }],
  ["Blur", { module: "comfy_extras.nodes_blur" }],
  ["A", { module: "custom_nodes.pack" }],
  ["B", { module: "custom_nodes.pack" }],
  ["Single", { module: "custom_nodes.single" }],
  ["Mute", {}],
]);
const all = [...catalog.keys()];

describe("classes that the server has", () => {
  it("require the extension of their folder, together", () => {
    const other = have("1.0.0", { id: "acme/other", place: "other", repositories: [] });
    expect(requirementsOfPresent([...all, "Missing"], catalog, [have("1.0.0"), other])).toEqual([
      { id: "acme/pack", range: "*", nodeClasses: ["A", "B"] },
    ]);
  });
  it("require an extension that is a single file", () => {
    const file = have(undefined, { id: "single.py", place: "single.py", origin: "file", repositories: [] });
    expect(requirementsOfPresent(all, catalog, [file])).toEqual([
      { id: "single.py", range: "*", nodeClasses: ["Single"] },
    ]);
  });
  it("require the enabled copy", () => {
    const disabled = have("1.0.0", { id: "old/pack", enabled: false });
    const found = requirementsOfPresent(["A"], catalog, [disabled, have("2.0.0")]);
    expect(found.map(({ id }) => id)).toEqual(["acme/pack"]);
  });
  it("are left out if their extension has no name for a requirement", () => {
    const local = have("1.0.0", {
      id: "file:///srv/pack",
      place: "pack",
      repositories: [],
      registryId: "-x",
    });
    expect(requirementsOfPresent(["A"], catalog, [local])).toEqual([]);
  });
});

describe("classes that the server lacks", () => {
  const nobody = () => Promise.resolve(undefined);
  it("require the only extension that provides them, or one that is required already", async () => {
    const providers = new Map([
      ["A", ["acme/pack"]],
      ["B", ["other/pack", "acme/pack"]],
      ["C", ["third/pack", "fourth/pack"]],
      ["D", []],
    ]);
    expect(await requirementsOfLacking(providers, [need("third/pack")], nobody)).toEqual([
      { id: "acme/pack", range: "*", nodeClasses: ["A", "B"] },
      { id: "third/pack", range: "*", nodeClasses: ["C"] },
    ]);
  });
  it("of several extensions are decided once; any other answer requires nothing", async () => {
    const providers = new Map([
      ["A", ["a/one", "b/two"]],
      ["B", ["b/two", "a/one"]],
    ]);
    const asked: unknown[] = [];
    const choose = (names: readonly string[]) => {
      asked.push(names);
      return Promise.resolve("b/two");
    };
    expect(await requirementsOfLacking(providers, [], choose)).toEqual([
      { id: "b/two", range: "*", nodeClasses: ["A", "B"] },
    ]);
    expect(asked).toEqual([["A", "B"]]);
    expect(await requirementsOfLacking(providers, [], () => Promise.resolve("c/three"))).toEqual([]);
  });
});
