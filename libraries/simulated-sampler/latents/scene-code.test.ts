// The code of a scene in a latent can be read, also with noise and in small latents.
import { blankRaster, mapValues, type Raster } from "@pictor/images";
import { describe, expect, it } from "vitest";
import { fillGaussian, randomSource } from "../sampling/random.js";
import { PARAMETERS } from "../scene/parameters.js";
import { CHANNELS } from "./latent.js";
import { codeNoise, readSceneCode, sceneCodeAt } from "./scene-code.js";

const values = Float64Array.from({ length: PARAMETERS }, (_, k) => ((k * 7) % 11) / 5 - 1);

const written = (width: number, height: number): Raster => {
  const blank = blankRaster(width, height, CHANNELS);
  return mapValues(blank, (_, i) =>
    i % CHANNELS === 3 ? sceneCodeAt(values, blank, Math.trunc(i / CHANNELS)) : 0,
  );
};

describe("the code of a scene", () => {
  it.each([
    [64, 64],
    [5, 5],
    [96, 13],
  ])("in %i by %i cells is read as it was written", (width, height) => {
    readSceneCode(written(width, height)).forEach((value, k) => {
      expect(value).toBeCloseTo(values[k] ?? 0, 5);
    });
  });

  it("can be read under noise, which averages out over the cells", () => {
    const latent = written(64, 64);
    const noise = fillGaussian(new Float32Array(latent.values.length), randomSource(1, "noise"));
    const noisy = mapValues(latent, (value, i) => value + 0.1 * (noise[i] ?? 0));
    const expected = codeNoise(latent, 0.1);
    readSceneCode(noisy).forEach((value, k) => {
      expect(Math.abs(value - (values[k] ?? 0))).toBeLessThan(5 * (expected[k] ?? 0));
    });
  });

  it("in the smallest latent has a few parameters, the time of day among them", () => {
    const read = readSceneCode(written(1, 1));
    expect(read[0]).toBeCloseTo(values[0] ?? 0, 5);
    expect(read.filter((value) => value !== 0)).toHaveLength(1);
  });
});
