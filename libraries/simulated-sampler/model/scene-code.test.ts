// The scene in the latent: it can be read back, also under noise and in small images.
import { describe, expect, it } from "vitest";
import { fillGaussian, randomSource } from "../sampler/random.js";
import { hasRoomFor, CODE_AMPLITUDE, readSceneCode, writeSceneCode } from "./scene-code.js";
import { PARAMETERS } from "../scene/scene-parameters.js";

const code = Float64Array.from({ length: PARAMETERS }, (_, k) => ((k * 7) % 11) / 5 - 1);

describe("a scene in a latent", () => {
  it.each([
    [64, 64],
    [7, 7],
    [96, 13],
  ])("of %i by %i cells comes back exactly", (width, height) => {
    const read = readSceneCode(writeSceneCode(code, { width, height }), { width, height });
    read.forEach((value, k) => {
      expect(value).toBeCloseTo(code[k] ?? 0, 3);
    });
  });

  it("stands out of noise, because noise averages out over the cells", () => {
    const size = { width: 64, height: 64 };
    const noise = fillGaussian(new Float32Array(64 * 64), randomSource(1, "noise"));
    const channel = writeSceneCode(code, size).map((value, i) => value + 0.1 * (noise[i] ?? 0));
    const expected = 0.1 / (64 * CODE_AMPLITUDE);
    readSceneCode(channel, size).forEach((value, k) => {
      expect(Math.abs(value - (code[k] ?? 0))).toBeLessThan(5 * expected);
    });
  });

  it("keeps the first parameters in the smallest image and drops the rest", () => {
    const size = { width: 2, height: 2 };
    const kept = code.map((value, k) => (hasRoomFor(size, k) ? value : 0));
    readSceneCode(writeSceneCode(code, size), size).forEach((value, k) => {
      expect(value).toBeCloseTo(kept[k] ?? 0, 4);
    });
    expect(hasRoomFor(size, 0) && hasRoomFor(size, 1) && hasRoomFor(size, 2)).toBe(true);
  });
});
