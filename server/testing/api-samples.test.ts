// The tests of the security rules cover each API of the built-in plugins.

import { describe, expect, it } from "vitest";
import { samplesOf, sampledPlugins } from "./api-samples.js";
import { builtinApis } from "./builtin-apis.js";

describe.each(builtinApis())("the samples of $plugin in server/testing/api-samples.ts", ({ plugin, api }) => {
  const samples = samplesOf(plugin, api);

  it("are below the prefix of the API, with one that changes something", () => {
    expect(samples.filter(({ method }) => method === "POST")).not.toEqual([]);
  });

  it("have a socket if the API has one", () => {
    expect(samples.some(({ socket }) => socket)).toBe(api.webSocket === true);
  });
});

it("every sample is one of a built-in plugin", () => {
  const known = new Set(builtinApis().map(({ plugin }) => plugin));
  expect(sampledPlugins.filter((plugin) => !known.has(plugin))).toEqual([]);
});
