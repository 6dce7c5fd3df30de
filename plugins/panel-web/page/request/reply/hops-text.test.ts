// The hops of a reply in words.

import { expect, it } from "vitest";
import { hopsText } from "./hops-text.js";

it.each([
  [[200], ""],
  [[302, 200], "1 redirect"],
  [[302, 307, 200], "2 redirects"],
  [[401, 200], "1 challenge answered"],
  [[307, 401, 404], "1 redirect, 1 challenge answered"],
])("%j: %s", (statuses, text) => {
  expect(hopsText(statuses.map((status) => ({ status })))).toBe(text);
});
