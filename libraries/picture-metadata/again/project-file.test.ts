// Projects of our own: written, read, and refused where they are not what they should be.

import { describe, expect, it } from "vitest";
import { projectText, readProject } from "./project-file.js";

const project = {
  workflow: "txt2img",
  params: { prompt: "a fox", seed: "18446744073709551615" },
  features: [{ id: "freeu", settings: { b1: 1.5 } }],
  count: 2,
};
const whole = { pictorProject: 1, ...project };

it("reads what it writes", () => {
  expect(readProject(JSON.parse(projectText(project)))).toEqual({ project });
});

it("takes what is left out as empty", () => {
  expect(readProject({ pictorProject: 1, workflow: "svd", features: [{ id: "freeu" }] })).toEqual({
    project: { workflow: "svd", params: {}, features: [{ id: "freeu", settings: {} }], count: 1 },
  });
});

describe("tells what is wrong", () => {
  it.each([
    ["a list", [], "", "a list", "an object"],
    [
      "another version",
      { ...whole, pictorProject: 2 },
      "/pictorProject",
      "2",
      "1, the version that is known here",
    ],
    ["no workflow", { pictorProject: 1 }, "/workflow", "nothing", "the id of a workflow"],
    ["settings as a list", { ...whole, params: [] }, "/params", "a list", "an object of settings"],
    ["add-ons as an object", { ...whole, features: {} }, "/features", "an object", "a list of add-ons"],
    [
      "an add-on as a text",
      { ...whole, features: ["freeu"] },
      "/features/0",
      '"freeu"',
      "an object with id and settings",
    ],
    [
      "an add-on without id",
      { ...whole, features: [{}] },
      "/features/0/id",
      "nothing",
      "the id of an add-on",
    ],
    ["a count of none", { ...whole, count: 0 }, "/count", "0", "a whole number of batches, from 1"],
    [
      "a word that nobody knows",
      { ...whole, seeds: 1 },
      "/seeds",
      "1",
      "only pictorProject, workflow, params, features, count",
    ],
  ])("%s", (_name, value, pointer, found, expected) => {
    expect(readProject(value)).toEqual({ problems: [{ pointer, found, expected }] });
  });
  it("all of it at once", () => {
    expect(readProject({ pictorProject: 1, count: "x", params: 1 })).toMatchObject({
      problems: [{ pointer: "/workflow" }, { pointer: "/params" }, { pointer: "/count" }],
    });
  });
});
