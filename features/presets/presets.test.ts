// The file of the presets: kept whole, bounded, and never overwritten when it cannot be read.

import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { jobParams, type Preset } from "./preset.js";
import { openPresets, presetsFile } from "./presets.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-presets-"));
  file = join(folder, "presets.json");
});

const preset = (name: string, prompt = "a kite"): Preset => ({
  name,
  workflow: "txt2img",
  params: { prompt, seed: "18446744073709551615" },
  features: [],
  count: 1,
  seed: "fixed",
  savedAtMs: 1,
});

it("presets are read as they were saved, by name, by another process too", async () => {
  await openPresets(file).save(preset("b"));
  await openPresets(file).save(preset("a"));
  await openPresets(file).save(preset("b", "a boat"));
  expect(await openPresets(file).list()).toEqual([preset("a"), preset("b", "a boat")]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("presets that are saved at the same time are all kept", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `preset ${index}`);
  await Promise.all(names.map((name) => openPresets(file).save(preset(name))));
  expect((await openPresets(file).list()).map(({ name }) => name)).toEqual(names);
});

it("an unknown preset is refused, with the nearest name", async () => {
  const presets = openPresets(file);
  await presets.save(preset("portrait"));
  await expect(presets.read("portait")).rejects.toMatchObject({ code: "PRESET_UNKNOWN" });
  await expect(presets.remove("portait")).rejects.toThrow(/portrait/);
  await presets.remove("portrait");
  expect(await presets.list()).toEqual([]);
});

it.each(["", " a", "a/b", "a\nb", "x".repeat(101)])("the name %j is refused", async (name) => {
  await expect(openPresets(file).save(preset(name))).rejects.toMatchObject({ code: "PRESET_INVALID" });
});

it("a name such as __proto__ is one like any other", async () => {
  await openPresets(file).save(preset("__proto__"));
  expect((await openPresets(file).read("__proto__")).name).toBe("__proto__");
});

it("a preset that is too large is refused, and so is one too many", async () => {
  const presets = openPresets(file);
  await expect(presets.save(preset("large", "x".repeat(100_001)))).rejects.toThrow(/100000/);
  const full = Array.from({ length: 500 }, (_, index) => preset(`preset ${index}`));
  writeFileSync(file, JSON.stringify({ version: 1, presets: full }));
  await expect(presets.save(preset("one more"))).rejects.toThrow(/500/);
  await presets.save(preset("preset 7", "changed"));
});

it.each(["{", "[]", '{"presets": [{"name": "a"}]}'])("the file %j is left as it is", async (text) => {
  writeFileSync(file, text);
  await expect(openPresets(file).save(preset("a"))).rejects.toMatchObject({ code: "PRESETS_NOT_READABLE" });
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("a job of a preset takes its seed, or a new one", () => {
  expect(jobParams(preset("a"))).toEqual(preset("a").params);
  expect(jobParams({ ...preset("a"), seed: "random" })).toEqual({ prompt: "a kite" });
});

it("the file is in the user's data folder", () => {
  const machine = { env: { XDG_DATA_HOME: "/data" }, platform: "linux", home: "/home/me" } as const;
  expect(presetsFile(machine)).toBe(normalize("/data/pictor/presets.json"));
});
