// The name of the preset that keeps the options of a token.

import { expect, it } from "vitest";
import { presetName } from "./token-options.js";

it("is one that presets can have, whatever the name of the token", () => {
  for (const name of ["anna", "port of /sdapi", " a\nb ", "\ud800", "x".repeat(100)]) {
    const preset = presetName({ id: "1", name });
    expect(preset).toMatch(/^a1111 [^\p{C}/\\]{1,80} [\da-f]{8}$/u);
  }
});

it("is another one for each token, also for tokens of one name", () => {
  expect(presetName({ id: "1", name: "anna" })).not.toBe(presetName({ id: "2", name: "anna" }));
});
