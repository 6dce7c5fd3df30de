// Room for sockets and streams of a token.

import { expect, it } from "vitest";
import { Admission } from "./admission.js";

it("each token has room for twenty connections to the events, and for more to the APIs", () => {
  const admission = new Admission();
  for (let index = 0; index < 20; index++) admission.admit("events", "a");
  expect(() => admission.admit("events", "a")).toThrow("Too many open sockets and streams");
  admission.admit("events", "b");
  for (let index = 0; index < 200; index++) admission.admit("apis", "a");
  expect(() => admission.admit("apis", "a")).toThrow("Too many");
});

it("a connection gives its room back once", () => {
  const admission = new Admission();
  const releases = Array.from({ length: 20 }, () => admission.admit("events", "a"));
  releases[0]?.();
  releases[0]?.();
  admission.admit("events", "a");
  expect(() => admission.admit("events", "a")).toThrow("Too many");
});
