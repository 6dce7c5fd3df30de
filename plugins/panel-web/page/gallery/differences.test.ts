// In what two images differ, and how an image is seen in its frame.

import { describe, expect, it } from "vitest";
import { differencesOf, featuresOf, settingsOf } from "./differences.js";
import { fitted, panned, transformOf, zoomed } from "./zoom.js";

const one = {
  workflow: "txt2img",
  prompt: "a fox",
  negative: "",
  seed: "1",
  backend: "studio",
  params: { prompt: "a fox", steps: 20, size: { width: 512, height: 512 } },
  features: [{ id: "lora", settings: { name: "a", strength: 1 } }],
};

describe("the differences of two images", () => {
  it("are none for the same settings", () => {
    expect(differencesOf(one, { ...one })).toEqual([]);
  });

  it("are the values that differ, with those of nested groups and of repeated features", () => {
    const other = {
      ...one,
      prompt: "a cat",
      seed: "2",
      params: { ...one.params, steps: 30, size: { width: 768, height: 512 }, cfg: 5 },
      features: [
        { id: "lora", settings: { name: "a", strength: 0.5 } },
        { id: "lora", settings: { name: "b" } },
      ],
    };
    expect(differencesOf(one, other)).toEqual([
      { name: "Prompt", one: "a fox", other: "a cat" },
      { name: "Seed", one: "1", other: "2" },
      { name: "steps", one: "20", other: "30" },
      { name: "size.width", one: "512", other: "768" },
      { name: "lora: strength", one: "1", other: "0.5" },
      { name: "cfg", other: "5" },
      { name: "lora 2", other: "on" },
      { name: "lora 2: name", other: "b" },
    ]);
  });

  it("are told for entries of the journal that have no settings", () => {
    const { params: _params, features: _features, ...bare } = one;
    expect(differencesOf(bare, one).map(({ name }) => name)).toContain("steps");
    expect([settingsOf({}), featuresOf({})]).toEqual([[], []]);
  });
});

describe("zoom", () => {
  const frame = { width: 100, height: 50 };
  it("keeps the point under the pointer, and stays between the whole image and its details", () => {
    const view = zoomed(fitted, 2, { x: 20, y: 10 }, frame);
    expect(view).toEqual({ scale: 2, x: -20, y: -10 });
    expect(zoomed(view, 0.1, { x: 0, y: 0 }, frame)).toEqual(fitted);
    expect(zoomed(view, 100, { x: 0, y: 0 }, frame).scale).toBe(16);
    expect(transformOf(view)).toBe("translate(-20px, -10px) scale(2)");
  });

  it("does not lose the image when it is moved", () => {
    const view = zoomed(fitted, 2, { x: 0, y: 0 }, frame);
    expect(panned(view, { x: 500, y: -500 }, frame)).toEqual({ scale: 2, x: 50, y: -25 });
    expect(panned(fitted, { x: 10, y: 10 }, frame)).toEqual(fitted);
  });
});
