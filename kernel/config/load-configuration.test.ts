// The configuration: layers, defaults, errors that name their place, and no way to change a prototype.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { createTestFolder, manifestOf, writeTestFiles } from "@pictor/host/testing";
import { afterEach, describe, expect, it } from "vitest";
import { createKernel } from "../kernel.js";
import { loadConfiguration } from "./load-configuration.js";

const base = createTestFolder();
let count = 0;
const folderWith = (files: Readonly<Record<string, unknown>>): string => {
  const folder = join(base, String(count++));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return folder;
};
afterEach(() => expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined());

const network = { connectTimeoutMs: 10_000, idleTimeoutMs: 300_000 };
const limits = {
  promptCharacters: 20_000,
  promptTags: 500,
  features: 100,
  graphNodes: 5_000,
  generationBytes: 20_000_000,
};

describe("layers", () => {
  it("without any file are the defaults, frozen", async () => {
    const { values, files } = await loadConfiguration({ directory: folderWith({}) });
    const defaults = { outputs: { directory: "outputs" }, network, limits };
    expect({ values, files }).toEqual({ values: defaults, files: [] });
    expect([values.outputs, values.network].map(Object.isFrozen)).toEqual([true, true]);
  });

  it("are merged key by key, the upper one winning; lists, profiles and backends are replaced as a whole", async () => {
    const folder = folderWith({
      "user.json": {
        backend: "a",
        backends: { a: { kind: "remote", baseUrl: "http://a/" }, b: { kind: "remote" } },
        pluginDirectories: ["u"],
        outputs: { directory: "user" },
      },
      "pictor.json": { backends: { a: { kind: "managed" } }, pluginDirectories: ["p", "q"] },
    });
    const { values, files } = await loadConfiguration({
      directory: folder,
      userFile: join(folder, "user.json"),
      flags: { backend: "b", outputs: { directory: "flag" } },
    });
    expect(values).toEqual({
      backend: "b",
      backends: { a: { kind: "managed" }, b: { kind: "remote" } },
      pluginDirectories: [join(folder, "p"), join(folder, "q")],
      outputs: { directory: "flag" },
      network,
      limits,
    });
    expect(files).toEqual([join(folder, "user.json"), join(folder, "pictor.json")]);
  });

  it("resolve relative folders of the user file against its folder", async () => {
    const user = folderWith({ "user.json": { pluginDirectories: ["plugins"] } });
    writeTestFiles(user, {
      "plugins/auth-a/index.js": "export default () => ({});\n",
      "plugins/auth-a/plugin.json": manifestOf("auth-a", "auth", { description: "A" }),
    });
    const configuration = await loadConfiguration({
      directory: folderWith({ "pictor.json": {} }),
      userFile: join(user, "user.json"),
    });
    const kernel = await createKernel({ sources: [], configuration });
    expect(kernel.problems().map(({ message }) => message)).toEqual([]);
    expect(kernel.plugins().map(({ id }) => id)).toEqual(["auth-a"]);
    await kernel.dispose();
  });

  it("resolve certificates of the user file against its folder, and leave references unchanged", async () => {
    const clientCertificates = [
      { origin: "https://a.example", certificate: "a.pem", key: "a.key" },
      { origin: "https://b.example", certificate: "b.pem", key: { $env: "B_KEY" } },
    ];
    const user = folderWith({ "user.json": { network: { ca: ["own.pem"], clientCertificates } } });
    const { values } = await loadConfiguration({
      directory: folderWith({ "pictor.json": {} }),
      userFile: join(user, "user.json"),
    });
    expect(values.network).toEqual({
      ...network,
      ca: [join(user, "own.pem")],
      clientCertificates: [
        { origin: "https://a.example", certificate: join(user, "a.pem"), key: join(user, "a.key") },
        { origin: "https://b.example", certificate: join(user, "b.pem"), key: { $env: "B_KEY" } },
      ],
    });
  });

  it("do not change the caller's flags", async () => {
    const flags = Object.freeze({
      outputs: Object.freeze({}),
      plugins: Object.freeze({ "auth-a": Object.freeze({}) }),
    });
    const first = await loadConfiguration({ directory: folderWith({}), flags });
    const second = await loadConfiguration({ directory: folderWith({}), flags });
    expect([first.values, flags]).toEqual([second.values, { outputs: {}, plugins: { "auth-a": {} } }]);
  });
});

describe("an error", () => {
  it.each<[string, unknown, object]>([
    [
      "an unknown key, with the nearest",
      { backends: {}, profils: {} },
      {
        code: "CONFIG_INVALID",
        pointer: "#",
        found: 'the unknown key "profils"',
        suggestion: ' Did you mean "profiles"?',
      },
    ],
    [
      "a wrong type, with its place",
      { outputs: { directory: 5 } },
      { code: "CONFIG_INVALID", pointer: "#/outputs/directory", expected: "a string", found: "a number: 5" },
    ],
    [
      "a key that is missing",
      { backends: { studio: {} } },
      { code: "CONFIG_INVALID", pointer: "#/backends/studio", expected: 'the key "kind"' },
    ],
    ["a list instead of an object", [], { code: "CONFIG_INVALID", pointer: "#", expected: "an object" }],
    ["text that is not JSON", "{,}", { code: "CONFIG_NOT_JSON" }],
    ["an empty file", "", { code: "CONFIG_NOT_JSON" }],
  ])("names %s, and its file", async (_name, content, { code, ...details }: { code?: string }) => {
    const folder = folderWith({ "pictor.json": content });
    const file = join(folder, "pictor.json");
    await expect(loadConfiguration({ directory: folder })).rejects.toMatchObject({
      code,
      details: { file, ...details },
    });
  });

  it("reports a requested file that does not exist", async () => {
    await expect(loadConfiguration({ directory: base, file: "none.json" })).rejects.toMatchObject({
      code: "CONFIG_NOT_FOUND",
      details: { file: join(base, "none.json") },
    });
  });

  it("names the command line for a problem of the flags", async () => {
    await expect(
      loadConfiguration({ directory: folderWith({}), flags: { backnd: "x" } }),
    ).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      details: { file: "the command line", suggestion: expect.stringContaining("backend") },
    });
  });
});

it.each(['{"a":', "["])(
  "a file of 60,000 times %s is refused as data that is nested too deeply",
  async (open) => {
    const text = `${open.repeat(60_000)}1${(open === "[" ? "]" : "}").repeat(60_000)}`;
    await expect(loadConfiguration({ directory: folderWith({ "pictor.json": text }) })).rejects.toMatchObject(
      { code: "CONFIG_INVALID", details: { expected: "at most 100 levels" } },
    );
  },
);

describe("keys that could reach a prototype", () => {
  const attacks = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"backends":{"__proto__":{"polluted":1}}}',
    '{"backends":{"a":{"kind":"remote","__proto__":{"polluted":1}}}}',
    '{"backends":{"constructor":{"kind":"remote","prototype":{"polluted":1}}}}',
    '{"plugins":{"auth-a":{"config":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}}',
    '{"profiles":{"p":{"type":"none","schemes":{"__proto__":{"polluted":1}}}}}',
  ];

  it.each(attacks.filter((text) => text.includes("__proto__")))("%s is refused", async (text) => {
    const refused = { code: "CONFIG_INVALID", details: { found: 'the unknown key "__proto__"' } };
    await expect(loadConfiguration({ directory: folderWith({ "pictor.json": text }) })).rejects.toMatchObject(
      refused,
    );
  });

  it.each(attacks)("%s changes no prototype, from a file or from flags", async (text) => {
    const flags = JSON.parse(text) as Record<string, unknown>;
    for (const sources of [
      { directory: folderWith({ "pictor.json": text }) },
      { directory: folderWith({ "pictor.json": { backends: { a: { kind: "x" } } } }), flags },
    ]) {
      const loaded = await loadConfiguration(sources).catch(() => undefined);
      for (const value of [loaded?.values, loaded?.values.backends, loaded?.values.backends?.["a"]]) {
        if (value !== undefined)
          expect([Object.getPrototypeOf(value), (value as Record<string, unknown>)["polluted"]]).toEqual([
            Object.prototype,
            undefined,
          ]);
      }
    }
  });
});

it.each([
  ["in broken JSON", '{ "profiles": { "a": { "type": "basic", "password": hunter2secret } } }'],
  [
    "where an object belongs",
    '{ "profiles": { "a": { "type": "basic", "schemes": { "basic": "hunter2secret" } } } }',
  ],
])("a secret in the file by mistake is not repeated: %s", async (_name, text) => {
  const folder = createTestFolder();
  const file = join(folder, "pictor.json");
  writeFileSync(file, text);
  const error: unknown = await loadConfiguration({ file }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: expect.stringMatching(/^CONFIG_/) });
  expect(inspect(error)).not.toContain("hunter2");
});
