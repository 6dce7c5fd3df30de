// A feature fits by what it needs, and by the filters of its taps.

import { expect, it } from "vitest";
import { featureFits } from "./feature-fits.js";

const poster = { id: "poster" };
const frame = { id: "frame" };

it.each([
  [frame, poster, true],
  [frame, { ...poster, fixed: true as const }, false],
  [{ ...frame, needs: ["cfg" as const] }, poster, true],
  [{ ...frame, needs: ["cfg" as const] }, { ...poster, offers: [] }, false],
  [{ ...frame, needs: ["cfg" as const] }, { ...poster, offers: ["cfg" as const, "unet" as const] }, true],
])("%j in %j: %s", (feature, workflow, fits) => {
  expect(featureFits(feature, workflow, [])).toBe(fits);
});

it("whose taps name a workflow fits this one alone", () => {
  const chain = [{ when: { workflow: "other" } }, { when: { workflow: "poster", feature: "frame" } }];
  const fitting = ["poster", "other"].filter((id) => featureFits(frame, { id }, chain));
  expect(fitting).toEqual(["poster"]);
  expect(featureFits({ id: "another" }, { id: "other" }, chain)).toBe(true);
  expect(featureFits(frame, { id: "other" }, [...chain, { when: { feature: "frame" } }])).toBe(true);
});
