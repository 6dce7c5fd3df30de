// Sizes with common ratios.

import { expect, it } from "vitest";
import { ratioOf, withRatio } from "./size.js";

const field = { type: "integer", multipleOf: 8, minimum: 64, maximum: 2048 } as const;
const fields = { width: field, height: field };

it.each([
  [{ width: 1024, height: 1024 }, [1, 1]],
  [{ width: 768, height: 512 }, [3, 2]],
  [{ width: 1344, height: 768 }, [16, 9]],
  [{ width: 512, height: 1000 }, undefined],
])("%j has the ratio %j", (size, ratio) => {
  expect(ratioOf(size)).toEqual(ratio);
});

it("another ratio keeps about as many pixels, in steps and within the limits", () => {
  expect(withRatio({ width: 1024, height: 1024 }, [16, 9], fields)).toEqual({ width: 1368, height: 768 });
  expect(withRatio({ width: 64, height: 64 }, [21, 9], fields)).toEqual({ width: 96, height: 64 });
  expect(withRatio({ width: 2048, height: 2048 }, [9, 16], fields)).toEqual({ width: 1536, height: 2048 });
});
