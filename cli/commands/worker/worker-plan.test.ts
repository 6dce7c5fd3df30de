// The options of `worker`.

import { describe, expect, it } from "vitest";
import { parseHealthAddress, planWorker } from "./worker-plan.js";

const both = { backend: "studio", queue: "farm" };

describe("the name", () => {
  it.each([
    ["is that of the option", { name: "gpu-3" }, "host", "gpu-3"],
    ["is made of the host and the backend", {}, "gpu3.example.org", "gpu3.example.org-studio"],
    ["has no character that a name cannot have", {}, "gpu 3", "gpu-3-studio"],
  ])("%s", (_title, options, host, name) => {
    expect(planWorker({ ...both, ...options }, host)).toEqual({ ...both, name });
  });

  it.each([
    [{ name: "a b" }, "host", '--name: "a b" cannot be the name of a worker.'],
    [{ name: "" }, "host", '--name: "" cannot be the name of a worker.'],
    [
      {},
      "localhost",
      '--name is missing, and the name of this machine, "localhost", cannot be used instead.',
    ],
    [{}, "", '--name is missing, and the name of this machine, "", cannot be used instead.'],
  ])("%j on %j is refused", (options, host, what) => {
    expect(() => planWorker({ ...both, ...options }, host)).toThrow(what);
  });
});

it.each([
  [{ queue: "farm" }, "--backend is missing."],
  [{ backend: "studio" }, "--queue is missing."],
  [{ backend: "farm", queue: "farm" }, "--backend and --queue both name farm"],
])("%j is refused: %s", (options, what) => {
  expect(() => planWorker(options, "host")).toThrow(what);
});

it.each([
  ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
  ["9464", { host: "127.0.0.1", port: 9464 }],
  ["[::1]:0", { host: "::1", port: 0 }],
  ["gpu3.example.org:80", { host: "gpu3.example.org", port: 80 }],
])("the health address %s", (text, address) => {
  expect(parseHealthAddress(text)).toEqual(address);
});

it.each(["", "host", "host:", ":80", "::1:80", "[::1]80", "host:65536", "http://host:80"])(
  "the health address %j is refused",
  (text) => {
    expect(() => parseHealthAddress(text)).toThrow("--health: expected");
  },
);
