// The scene code in a latent can be read, also with noise and in small latents.
import { describe, expect, it } from "vitest";
import { fillGaussian, randomSource } from "../sampler/random.js";
import { hasRoomFor, CODE_AMPLITUDE, readSceneCode, writeSceneCode } from "./scene-code.js";
import { PARAMETERS } from "../scene/scene-parameters.js";

const code = Float64Array.from({ length: PARAMETERS }, (_, k) => ((k * 7) % 11) / 5 - 1);

describe("a scene code", () => {
  it.each([
    [64, 64],
    [7, 7],
    [96, 13],
  ])("of %i by %i cells is read as it was written", (width, height) => {
    const read = readSceneCode(writeSceneCode(code, { width, height }), { width, height });
    read.forEach((value, k) => {
      expect(value).toBeCloseTo(code[k] ?? 0, 3);
    });
  });

  it("can be read under noise, which averages out over the cells", () => {
    const size = { width: 64, height: 64 };
    const noise = fillGaussian(new Float32Array(64 * 64), randomSource(1, "noise"));
    const channel = writeSceneCode(code, size).map((value, i) => value + 0.1 * (noise[i] ?? 0));
    const expected = 0.1 / (64 * CODE_AMPLITUDE);
    readSceneCode(channel, size).forEach((value, k) => {
      expect(Math.abs(value - (code[k] ?? 0))).toBeLessThan(5 * expected);
    });
  });

  it("of the smallest latent has the first parameters only", () => {
    const size = { width: 2, height: 2 };
    const kept = code.map((value, k) => (hasRoomFor(size, k) ? value : 0));
    readSceneCode(writeSceneCode(code, size), size).forEach((value, k) => {
      expect(value).toBeCloseTo(kept[k] ?? 0, 4);
    });
    expect(hasRoomFor(size, 0) && hasRoomFor(size, 1) && hasRoomFor(size, 2)).toBe(true);
  });
});
