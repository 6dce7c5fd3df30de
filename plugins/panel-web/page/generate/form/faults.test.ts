// The faults of a submission at the fields: of a refused request, of a failed job, of missing values.

import { describe, expect, it } from "vitest";
import { faultsIn, faultsOfJob, faultsOfRefusal, lastingFaults, missingFaults } from "./faults.js";

const lora = (key: string, name: string) => ({ key, id: "lora", settings: { name }, isOn: true });
const used = [lora("a", "one"), lora("b", "two"), { key: "c", id: "freeu", settings: {}, isOn: true }];
const request = { workflow: "txt2img", features: used.map(({ id, settings }) => ({ id, settings })) };

it("those of a refused request stand at its fields, wherever the cards of the features are", () => {
  const faults = [
    { pointer: "#/params/width", message: "too small" },
    { pointer: "#/features/1/settings/name", message: "unknown" },
    { pointer: "#/count", message: "too small" },
    { pointer: "#/features/9/settings/name", message: "of no card" },
  ];
  expect(faultsOfRefusal({ text: "", faults }, used)).toEqual([
    { pointer: "/params/width", message: "too small" },
    { pointer: "/features/b/settings/name", message: "unknown" },
  ]);
});

it("last as long as the settings around them, whoever changes these", () => {
  const form = { workflow: "txt2img", params: { txt2img: { width: 1 } }, features: used, count: 1 };
  const faults = ["/params/width", "/features/a/settings/name", "/features/b/settings/name"].map(
    (pointer) => ({ pointer, message: "wrong" }),
  );
  const lasting = (change: Partial<typeof form>, before = form): readonly string[] =>
    lastingFaults({ ...before, ...change }, faultsIn(before, faults)).map(({ pointer }) => pointer);
  const [ofWidth, ofOne, ofTwo] = faults.map(({ pointer }) => pointer);
  expect(lasting({ count: 2 })).toEqual([ofWidth, ofOne, ofTwo]);
  expect(lasting({ params: { txt2img: { width: 2 } } })).toEqual([ofOne, ofTwo]);
  expect(lasting({ features: used.slice(1) })).toEqual([ofWidth, ofTwo]);
  expect(lasting({ features: used.map((each) => ({ ...each, isOn: each.key === "a" })) })).toEqual([
    ofWidth,
    ofOne,
  ]);
  expect(lasting({ features: [lora("a", "three"), ...used.slice(1)] })).toEqual([ofWidth, ofTwo]);
  expect(lasting({}, { ...form, features: [] })).toEqual([ofWidth]);
});

describe("those of a failed job", () => {
  const failed = (details: Readonly<Record<string, unknown>>, hint = "") => ({
    error: { code: "X", class: "input" as const, what: "It is wrong.", hint, details },
    request,
  });

  it("stand at the settings of the workflow", () => {
    const problems = [
      { pointer: "#", expected: "a key", found: "another" },
      { pointer: "#/width", expected: "at least 16", found: "a number: -3" },
    ];
    expect(faultsOfJob(failed({ where: "the workflow txt2img", problems }), used)).toEqual([
      { pointer: "/params/width", message: "Expected at least 16, found -3." },
    ]);
  });

  it("stand at the card of the feature", () => {
    const problems = [{ pointer: "#/b1", expected: "a number", found: 'a string: "x"' }];
    expect(faultsOfJob(failed({ where: "the feature freeu", problems }), used)).toEqual([
      { pointer: "/features/c/settings/b1", message: 'Expected a number, found "x".' },
    ]);
  });

  it("stand at the one of several equal features whose value the server does not accept", () => {
    const message = 'The graph is invalid at the setting "lora.name": "two" is not offered.';
    const problem = { setting: "lora.name", message, hint: "Allowed: x.", problem: '"two" is not offered' };
    const model = { setting: "model", message: "...", hint: "Allowed: y.", problem: '"nope" is not offered' };
    const details = { problem: '"nope" is not offered', problems: [model, problem, problem] };
    expect(faultsOfJob(failed(details), used)).toEqual([
      { pointer: "/params/model", message: '"nope" is not offered. Allowed: y.' },
      { pointer: "/features/b/settings/name", message: '"two" is not offered. Allowed: x.' },
    ]);
  });

  it("stand at the input of a graph", () => {
    const problem = { setting: "3.steps", message: "It is wrong.", problem: "5 is below 10" };
    expect(faultsOfJob(failed({ problems: [problem] }), used)).toEqual([
      { pointer: "/params/3.steps", message: "5 is below 10." },
    ]);
    const refused = { text: "", faults: [{ pointer: "#/params/bindings/3.steps", message: "wrong" }] };
    expect(faultsOfRefusal(refused, used)).toEqual([{ pointer: "/params/3.steps", message: "wrong" }]);
  });

  it("stand at the prompt that has a wrong wildcard", () => {
    expect(faultsOfJob(failed({ setting: "prompt", line: 1 }, "Correct it."), used)).toEqual([
      { pointer: "/params/prompt", message: "It is wrong. Correct it." },
    ]);
  });

  it("are none if the job has failed for another reason", () => {
    expect(faultsOfJob(failed({ url: "http://127.0.0.1" }), used)).toEqual([]);
    expect(faultsOfJob({ request }, used)).toEqual([]);
  });
});

it("a required value is missing unless it has a default or the backend has a choice", () => {
  const schema = {
    properties: {
      image: { type: "string", title: "Image" },
      model: { type: "string", "x-optionsFrom": { class: "A", input: "b" } },
      steps: { type: "integer", default: 20 },
      mask: { type: "string" },
    },
    required: ["image", "model", "steps", "mask"],
  } as const;
  expect(missingFaults(schema, { mask: "m.png" }, "/params")).toEqual([
    { pointer: "/params/image", message: "Image is required." },
  ]);
  const asked = missingFaults(schema, { mask: "m.png", image: "i.png" }, "/params", true);
  expect(asked.map(({ pointer }) => pointer)).toEqual(["/params/model"]);
});
