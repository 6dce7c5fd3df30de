// Project files: formatted, parsed, and checked.

import { describe, expect, it } from "vitest";
import { formatProject, parseProject } from "./project-file.js";

const project = {
  workflow: "txt2img",
  params: { prompt: "a fox", seed: "18446744073709551615" },
  features: [{ id: "freeu", settings: { b1: 1.5 } }],
  count: 2,
};
const file = { pictorProject: 1, ...project };

it("parses what it formats", () => {
  expect(parseProject(JSON.parse(formatProject(project)))).toEqual({ project });
});

it("fills in defaults for missing keys", () => {
  expect(parseProject({ pictorProject: 1, workflow: "svd", features: [{ id: "freeu" }] })).toEqual({
    project: { workflow: "svd", params: {}, features: [{ id: "freeu", settings: {} }], count: 1 },
  });
});

describe("reports", () => {
  it.each([
    ["a list", [], "", "a list", "an object"],
    [
      "another version",
      { ...file, pictorProject: 2 },
      "/pictorProject",
      "2",
      "1, the version that this Pictor reads",
    ],
    ["no workflow", { pictorProject: 1 }, "/workflow", "nothing", "the id of a workflow"],
    ["settings as a list", { ...file, params: [] }, "/params", "a list", "an object of settings"],
    ["features as an object", { ...file, features: {} }, "/features", "an object", "a list of features"],
    [
      "a feature as a text",
      { ...file, features: ["freeu"] },
      "/features/0",
      '"freeu"',
      "an object with id and settings",
    ],
    ["a feature without id", { ...file, features: [{}] }, "/features/0/id", "nothing", "the id of a feature"],
    ["a count of zero", { ...file, count: 0 }, "/count", "0", "a whole number of batches, from 1"],
    [
      "an unknown key",
      { ...file, seeds: 1 },
      "/seeds",
      "1",
      "only pictorProject, workflow, params, features, count",
    ],
  ])("%s", (_name, value, pointer, found, expected) => {
    expect(parseProject(value)).toEqual({ problems: [{ pointer, found, expected }] });
  });
  it("all problems at once", () => {
    expect(parseProject({ pictorProject: 1, count: "x", params: 1 })).toMatchObject({
      problems: [{ pointer: "/workflow" }, { pointer: "/params" }, { pointer: "/count" }],
    });
  });
});
