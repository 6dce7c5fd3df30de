// The paths of a host's configuration files, and the layer above them.

import { describe, expect, it } from "vitest";
import { userFile } from "./configuration-files.js";
import { topLayer } from "./load-configuration.js";

describe("the user's file", () => {
  it.each([
    ["linux", {}, "/home/a/.config/pictor/pictor.json"],
    ["linux", { XDG_CONFIG_HOME: "/x" }, "/x/pictor/pictor.json"],
    ["darwin", { XDG_CONFIG_HOME: "" }, "/home/a/.config/pictor/pictor.json"],
    ["win32", { APPDATA: "/data" }, "/data/pictor/pictor.json"],
  ] as const)("on %s with %j", (platform, env, path) => {
    expect(userFile(env, platform, "/home/a")).toBe(path);
  });
});

describe("the layer above the files", () => {
  it.each([
    [{}, {}, {}],
    [{}, { PICTOR_ENVIRONMENT: "", PICTOR_BACKEND: "" }, {}],
    [
      {},
      { PICTOR_ENVIRONMENT: "test", PICTOR_BACKEND: "studio" },
      { environment: "test", backend: "studio" },
    ],
    [{ environment: "live" }, { PICTOR_ENVIRONMENT: "test" }, { environment: "live" }],
  ])("of options %j and environment %j", (options, env, layer) => {
    expect(topLayer({ ...options, env })).toEqual(layer);
  });
});
