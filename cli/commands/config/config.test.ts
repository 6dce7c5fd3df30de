// `pictor config`: the files, every value with its origin, and changes of the user file.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";
import { ending } from "../../testing/ending.js";

let folder: CommandFolder;
let user: string;
let project: string;
beforeEach(() => {
  folder = createCommandFolder({ PICTOR_BACKEND: "studio" });
  mkdirSync(join(folder.path, "config/pictor"), { recursive: true });
  user = join(folder.path, "config/pictor/pictor.json");
  project = folder.write("pictor.json", JSON.stringify({ outputs: { directory: "images" } }));
});
const config = (...words: readonly string[]) => folder.run("config", ...words, "--config", project);
const ofUser = (content: object): void => {
  writeFileSync(user, JSON.stringify(content));
};
const read = (): unknown => JSON.parse(readFileSync(user, "utf8"));

describe("show and get", () => {
  it("name every origin", async () => {
    ofUser({ backends: { studio: { kind: "embedded" } }, environments: { test: { host: "example.org" } } });
    const { code, out } = await config("show", "--environment", "test");
    expect(code).toBe(0);
    for (const row of [
      /^backend +studio +environment PICTOR_BACKEND$/m,
      /^backends\.studio\.kind +embedded +user file .*config[\\/]pictor[\\/]pictor\.json$/m,
      /^environment +test +flag --environment$/m,
      /^network\.connectTimeoutMs +10000 +default$/m,
      /^outputs\.directory +.*images +project file .*pictor\.json$/m,
    ])
      expect(out).toMatch(row);
  });

  it("print no secret", async () => {
    ofUser({
      environments: { test: { key: "geheim-1", ref: { $env: "KEY" } } },
      profiles: { work: { type: "api-key", schemes: { "api-key": { key: "X", value: "geheim-2" } } } },
      plugins: { "auth-x": { config: { apiKey: "geheim-3", url: "https://a.example/?token=geheim-6" } } },
      network: { proxy: { http: "http://me:geheim-4@proxy.example" } },
      backends: { farm: { kind: "queue", redis: "redis://:a/geheim-5@redis.example" } },
    });
    for (const words of [
      ["show"],
      ["show", "--json"],
      ["get", "profiles"],
      ["get", "environments.test.key"],
    ]) {
      const { code, out, err } = await config(...words);
      expect(code).toBe(0);
      expect(out + err).not.toContain("geheim");
    }
    expect((await config("get", "environments.test.ref")).out).toBe('{"$env":"KEY"}\n');
  });

  it("get one value, those below a name, or the nearest name", async () => {
    expect((await config("get", "network.idleTimeoutMs")).out).toBe("300000\n");
    expect((await config("get", "network")).out).toMatch(/^network\.connectTimeoutMs +10000/m);
    expect(await config("get", "output.directory")).toMatchObject(
      ending(2, 'Did you mean "outputs.directory"?'),
    );
  });

  it("path lists both files", async () => {
    expect((await config("path")).out).toMatch(
      /^user file +.*pictor\.json +\(absent\)\nproject file +.*pictor\.json *\n$/,
    );
  });
});

describe("set", () => {
  it("writes JSON or text into the user file, and keeps everything else", async () => {
    ofUser({ $schema: "./x.json", network: { connectTimeoutMs: 5 }, plugins: { a: { enabled: false } } });
    expect(await config("set", "network.idleTimeoutMs", "60000")).toMatchObject({ code: 0, out: "" });
    expect(await config("set", "backend", "123")).toMatchObject({ code: 0 });
    expect(await config("set", "plugins.output-metadata.enabled", "false")).toMatchObject({ code: 0 });
    expect(read()).toEqual({
      $schema: "./x.json",
      network: { connectTimeoutMs: 5, idleTimeoutMs: 60000 },
      plugins: { a: { enabled: false }, "output-metadata": { enabled: false } },
      backend: "123",
    });
  });

  it("names what overrides the value here", async () => {
    expect((await config("set", "outputs.directory", "mine")).err).toContain(
      `${project} overrides the value here.`,
    );
    expect((await config("set", "backend", "studio")).err).toContain(
      "PICTOR_BACKEND overrides the value here.",
    );
    expect((await config("set", "network.idleTimeoutMs", "60000")).err).not.toContain("overrides");
  });

  it.each([
    ["the address of a token endpoint", "https://sso.example.org/token"],
    ["a reference", '{ "$env": "TOKEN_URL" }'],
  ])("takes %s, which is no secret", async (_what, value) => {
    ofUser({ environments: { live: {} } });
    expect((await config("set", "environments.live.tokenUrl", value)).code).toBe(0);
  });

  it("notes that no backend has the name of the default one", async () => {
    ofUser({ backends: { studio: { kind: "embedded" } } });
    expect((await config("set", "backend", "studoi")).err).toContain(
      'no backend with the name studoi. Your backends are studio, remote, embedded. Did you mean "studio"?',
    );
    for (const name of ["studio", "embedded"])
      expect((await config("set", "backend", name)).err).not.toContain("no backend");
  });

  it("notes an environment, a profile and a plugin that there are not", async () => {
    ofUser({ environments: { live: {} } });
    expect((await config("set", "environment", "lvie")).err).toContain('Did you mean "live"?');
    const backend = '{ "kind": "remote", "baseUrl": "http://127.0.0.1:1/", "auth": "work" }';
    expect((await config("set", "backends.x", backend)).err).toContain(
      "You have no profile with the name work. A project with a profile of this name can use it.",
    );
    expect((await config("set", "plugins.output-file.enabled", "true")).err).toContain(
      'You have no plugin with the id output-file. Did you mean "output-files"?',
    );
    expect((await config("set", "secrets.store", "memory")).err).not.toContain("You have no");
  });

  it("names a backend once that the user's file defines in place of the default of its name", async () => {
    ofUser({ backends: { remote: { kind: "embedded" } } });
    expect((await config("set", "backend", "studio")).err).toContain("Your backends are remote, embedded.");
  });

  it.each<readonly [string, string, string]>([
    ["network.idleTimeoutMs", "soon", "CONFIG_INVALID"],
    ["network.idleTimeoutMs", "0", "CONFIG_INVALID"],
    ["backend", "", "#/backend: expected a non-empty text, found an empty string."],
    ["secrets.store", "", "#/secrets/store: expected a non-empty text"],
    ["outputs.directory", "", "#/outputs/directory: expected a non-empty text"],
    ["secrets.store", "fil", 'No plugin contributes the secret store "fil".'],
    ["secrets", '{ "store": "fil" }', 'Did you mean "file"?'],
    ["backends.x", '{ "kind": "remot" }', '"remot" (named by backends.x.kind)'],
    ["nothing", "1", "CONFIG_INVALID"],
    ["outputs..directory", "x", "not the name of a value"],
    ["profiles.work.type", "basic", "pictor auth set"],
    ["plugins.auth-x.config.apiKey", "geheim", "CONFIG_SECRET_INLINE"],
    ["__proto__.x", "1", "not the name of a value"],
  ])("refuses %s %s, and writes nothing", async (name, value, said) => {
    ofUser({ backend: "a" });
    const { code, err } = await config("set", name, value);
    expect(code).toBe(2);
    expect(err).toContain(said);
    expect(err).not.toContain("geheim");
    expect(read()).toEqual({ backend: "a" });
  });

  it("loses no change that happens at the same time, by itself or by auth set", async () => {
    const names = Array.from({ length: 4 }, (_, index) => `plugin-${index}`);
    const runs = await Promise.all([
      ...names.map((name) => folder.run("config", "set", `plugins.${name}.enabled`, "true")),
      folder.run("auth", "set", "work", "--type", "basic", "--set", "username=me"),
    ]);
    expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0));
    const { plugins, profiles } = read() as { readonly plugins: object; readonly profiles: object };
    expect(Object.keys(plugins).sort()).toEqual(names);
    expect(Object.keys(profiles)).toEqual(["work"]);
  });
});
