// The project record of an output: it makes the one image again, and contains no secret.

import { describe, expect, it } from "vitest";
import { contextOf, outputOf, params, prompt } from "./testing/outputs.js";
import { createProjectRecord } from "./project-record.js";

it("contains what is needed to make the image again, with the seed as digits", () => {
  expect(createProjectRecord(outputOf(), contextOf())).toEqual({
    version: 1,
    workflow: "txt2img",
    params,
    features: [{ id: "lora", settings: { name: "x.safetensors" } }],
    prompt,
    seed: "18446744073709551615",
    batch: 1,
    index: 2,
    place: 0,
    plugins: { "workflow-txt2img": "0.1.0" },
    backend: { name: "studio", kind: "remote", version: "0.8.0" },
  });
});

it("contains the notice of the backend and the metadata of earlier output plugins", () => {
  const backend = { ...contextOf().backend, notice: "simulated sampler" };
  const record = createProjectRecord(outputOf({ metadata: { rated: 5 } }), contextOf({ backend }));
  expect(record.backend).toMatchObject({ notice: "simulated sampler" });
  expect(record.metadata).toEqual({ rated: 5 });
});

it("contains no secret: no address, and no setting with the name of a secret, at any depth", () => {
  const record = createProjectRecord(
    outputOf(),
    contextOf({
      params: {
        ...params,
        apiKey: "hunter2",
        list: [{ password: "hunter2", kept: 1 }],
        bindings: { "7.api_key": "hunter2", "7.secret_url": "hunter2", "7.max_tokens": "99" },
        proxyAuthorization: "hunter2",
      },
      features: [{ id: "cloud", settings: { access_token: "hunter2" } }],
    }),
  );
  expect(JSON.stringify(record)).not.toContain("hunter2");
  expect(record.params).toEqual({ ...params, list: [{ kept: 1 }], bindings: { "7.max_tokens": "99" } });
});

describe("its settings are those of this one image:", () => {
  const paramsOf = (given: object, change = {}, isAnimated = false) =>
    createProjectRecord(
      outputOf({ seed: 9n, place: 2, ...change }),
      contextOf({ params: given as typeof params }),
      { width: 1, height: 1, isAnimated },
    ).params;

  it.each([
    ["the seed of its batch", { seed: "7" }, { seed: "9" }],
    ["no seed if the graph has its own", {}, {}],
    ["its batch index", { batchSize: 4, batchIndex: 0 }, { batchSize: 4, batchIndex: 3 }],
    ["the batch index that was asked for", { batchSize: 4, batchIndex: 2 }, { batchSize: 4, batchIndex: 2 }],
    ["no batch index in a batch of one", { batchSize: 1, batchIndex: 0 }, { batchSize: 1, batchIndex: 0 }],
    ["no batch index if the workflow has no such setting", { batchSize: 4 }, { batchSize: 4 }],
    [
      "the choices made in its prompts",
      { prompt: "a {x|y}", negative: "#" },
      { prompt: prompt.positive, negative: prompt.negative },
    ],
    ["no prompt if the workflow has none", { steps: 3 }, { steps: 3 }],
  ])("%s", (_situation, given, expected) => {
    expect(paramsOf(given)).toEqual(expected);
  });

  it("an animation keeps the batch index, because it is the whole batch", () => {
    const given = { batchSize: 4, batchIndex: 0 };
    expect(paramsOf(given, {}, true)).toEqual(given);
  });

  it("a prompt that resolves to an empty text stays as it was written", () => {
    expect(paramsOf({ prompt: "# only this" }, { prompt: { positive: "", negative: "" } })).toEqual({
      prompt: "# only this",
    });
  });
});
