// The paths of a host's configuration files, the layer above them, and the backends that need no configuration.

import { expect, it } from "vitest";
import { defaultBackends } from "./builtins.js";
import { userFile } from "./configuration-files.js";
import { topLayer } from "./load-configuration.js";

it.each([
  ["linux", {}, "/home/a/.config/pictor/pictor.json"],
  ["linux", { XDG_CONFIG_HOME: "/x" }, "/x/pictor/pictor.json"],
  ["darwin", { XDG_CONFIG_HOME: "" }, "/home/a/.config/pictor/pictor.json"],
  ["win32", { APPDATA: "D:\\Roaming" }, "D:\\Roaming\\pictor\\pictor.json"],
] as const)("the user's file on %s with %j", (platform, env, path) => {
  expect(userFile({ env, platform, home: "/home/a" })).toBe(path);
});

it.each([
  [{}, {}, {}],
  [{}, { PICTOR_ENVIRONMENT: "", PICTOR_BACKEND: "" }, {}],
  [{}, { PICTOR_ENVIRONMENT: "test", PICTOR_BACKEND: "studio" }, { environment: "test", backend: "studio" }],
  [{ environment: "live" }, { PICTOR_ENVIRONMENT: "test" }, { environment: "live" }],
])("the layer above the files of options %j and environment %j", (options, env, layer) => {
  expect(topLayer({ ...options, env })).toEqual(layer);
});

it.each([
  [{}, "http://127.0.0.1:8188/", "http://127.0.0.1:8188/prompt"],
  [{ PICTOR_LOCAL_SERVER: "" }, "http://127.0.0.1:8188/", "http://127.0.0.1:8188/prompt"],
  [{ PICTOR_LOCAL_SERVER: "http://[::1]:8000" }, "http://[::1]:8000", "http://[::1]:8000/prompt"],
  [{ PICTOR_LOCAL_SERVER: "http://box/c/" }, "http://box/c/", "http://box/c/prompt"],
])(
  "the backends that need no configuration with %j begin with the server at %s",
  (env, baseUrl, probeUrl) => {
    expect(defaultBackends(env)).toEqual([
      {
        name: "remote",
        settings: { kind: "remote", baseUrl },
        probeUrl,
        objection: expect.any(Function) as unknown,
      },
      { name: "embedded", settings: { kind: "embedded" } },
    ]);
  },
);

it.each(["box:8188", "http://", "me:hidden@box"])("PICTOR_LOCAL_SERVER is refused as %s", (address) => {
  const refused =
    /^PICTOR_LOCAL_SERVER: expected an address such as http:\/\/127\.0\.0\.1:8188\/, found (?!.*hidden)/;
  expect(() => defaultBackends({ PICTOR_LOCAL_SERVER: address })).toThrow(refused);
});
