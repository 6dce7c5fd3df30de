// `pictor plugins add` with the programs npm and git: from a registry on this machine, and from a repository in a folder.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../cli/testing/command-folder.js";
import { startNpmRegistry, type NpmRegistry } from "./npm-registry.test.support.js";

let folder: CommandFolder;
let installed: string;
let registry: NpmRegistry;

beforeEach(async () => {
  folder = createCommandFolder();
  installed = join(folder.path, "data/pictor/plugins");
  registry = await startNpmRegistry(folder.path);
});
afterEach(() => registry.close());

const manifest = manifestOf("output-acme", "output");
const trace = (): string => join(folder.path, "ran");
/** Every script that npm knows to run when a package is packed or installed. */
const scripts = (): object =>
  Object.fromEntries(
    ["preinstall", "install", "postinstall", "prepare", "prepack"].map((name) => [
      name,
      `touch '${trace()}'`,
    ]),
  );
const publish: NpmRegistry["publish"] = (name, version, files, more = {}) =>
  registry.publish(name, version, files, { scripts: scripts(), ...more });
const pluginFiles = (version: string, code = "export default () => ({});") => ({
  "plugin.json": JSON.stringify({ ...manifest, version }),
  "index.js": code,
});
const pictor = (...words: readonly string[]) => folder.run("plugins", ...words);
const lock = () =>
  JSON.parse(readFileSync(join(installed, "plugins.lock.json"), "utf8")) as { plugins: object };

describe("npm", () => {
  it("installs a version, pins it, reports a newer one, and runs no script", async () => {
    publish("pictor-acme", "1.0.0", pluginFiles("1.0.0"));
    const { code, err } = await pictor("add", "pictor-acme", "--yes");
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining("from pictor-acme@1.0.0 from npm") as string,
    });
    expect(lock()).toMatchObject({
      plugins: {
        "output-acme": { source: { kind: "npm", name: "pictor-acme", wanted: "latest", version: "1.0.0" } },
      },
    });
    expect((await pictor("outdated")).err).toBe("Every added plugin is current.\n");
    publish("pictor-acme", "1.1.0", pluginFiles("1.1.0"));
    expect((await pictor("outdated")).out).toMatch(
      /^output-acme +1\.0\.0 +1\.1\.0 +pictor-acme@1\.0\.0 from npm$/m,
    );
    expect((await pictor("add", "pictor-acme@^1.0.0", "--yes")).out).toContain("Added output-acme 1.1.0");
    expect(existsSync(trace())).toBe(false);
  });

  it("installs the packages that the plugin needs, without their scripts, and without reading its .npmrc", async () => {
    publish(
      "acme-words",
      "2.0.0",
      { "index.js": 'export default "words";' },
      { type: "module", exports: "./index.js" },
    );
    const code =
      'import words from "acme-words"; export default () => { globalThis.acme = words; return {}; };';
    const files = { ...pluginFiles("1.0.0", code), ".npmrc": "registry=http://127.0.0.1:9/\n" };
    publish("pictor-acme", "1.0.0", files, { dependencies: { "acme-words": "^2.0.0" } });
    const { err, code: ended } = await pictor("add", "pictor-acme", "--yes");
    expect(err).toContain('- installs the npm package "acme-words@^2.0.0" and what it depends on');
    expect(ended).toBe(0);
    expect(lock()).toMatchObject({
      plugins: {
        "output-acme": {
          dependencies: {
            "acme-words": {
              version: "2.0.0",
              resolved: `${registry.address}acme-words/2.0.0.tgz`,
              integrity: expect.stringMatching(/^sha512-.{88}$/) as string,
            },
          },
        },
      },
    });
    expect(existsSync(join(installed, "output-acme/node_modules/acme-words/index.js"))).toBe(true);
    expect(existsSync(trace())).toBe(false);
  });

  it("says that a package is missing, and leaves nothing behind", async () => {
    const { code, err } = await pictor("add", "pictor-nowhere", "--yes");
    expect(code).toBe(3);
    expect(err).toMatch(/could not be read from pictor-nowhere@latest: .*404/);
    publish("pictor-acme", "1.0.0", pluginFiles("1.0.0"), { dependencies: { "acme-nowhere": "1.0.0" } });
    expect((await pictor("add", "pictor-acme", "--yes")).err).toContain("PLUGIN_SOURCE_FAILED");
    publish("pictor-acme", "1.0.1", pluginFiles("1.0.1"), { dependencies: { evil: "file:../../.." } });
    expect((await pictor("add", "pictor-acme", "--yes")).err).toContain("only versions of the npm registry");
    expect(readdirSync(installed)).toEqual([]);
  });
});

describe("git", () => {
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], {
      cwd: join(folder.path, "repository"),
      encoding: "utf8",
    }).trim();
  const commit = (version: string): string => {
    for (const [name, content] of Object.entries(pluginFiles(version)))
      writeFileSync(join(folder.path, "repository", name), content);
    git("add", "-A");
    git("commit", "-qm", version);
    return git("rev-parse", "HEAD");
  };
  const from = (ref = ""): string => `file://${folder.path}/repository${ref}`;
  beforeEach(() => {
    mkdirSync(join(folder.path, "repository"));
    git("init", "-q");
  });

  it("installs the newest commit, a tag or one commit, and reports a newer one", async () => {
    const first = commit("1.0.0");
    git("tag", "-a", "v1", "-m", "v1");
    expect((await pictor("add", from(), "--yes")).out).toContain("Added output-acme 1.0.0");
    expect(lock()).toMatchObject({ plugins: { "output-acme": { source: { kind: "git", commit: first } } } });
    expect(existsSync(join(installed, "output-acme/.git"))).toBe(false);
    const second = commit("1.1.0");
    expect((await pictor("outdated")).out).toMatch(
      new RegExp(`^output-acme +${first.slice(0, 12)} +${second.slice(0, 12)} `, "m"),
    );
    expect((await pictor("add", from("#v1"), "--yes")).out).toContain("1.0.0");
    expect((await pictor("outdated")).err).toBe("Every added plugin is current.\n");
    expect((await pictor("add", from(`#${first}`), "--yes")).out).toContain("1.0.0");
    expect((await pictor("remove", "output-acme", "--yes")).err).toBe("Removed output-acme.\n");
    expect(readdirSync(installed)).toEqual(["plugins.lock.json"]);
  });

  it("refuses what leads out of the repository, and says which repository or branch is missing", async () => {
    commit("1.0.0");
    expect((await pictor("add", from("#nowhere"), "--yes")).err).toMatch(/Remote branch nowhere not found/);
    expect((await pictor("add", "file:///nowhere/at/all", "--yes")).err).toContain("PLUGIN_SOURCE_FAILED");
    execFileSync("ln", ["-s", "/etc/hostname", join(folder.path, "repository/out")]);
    commit("1.0.1");
    expect((await pictor("add", from(), "--yes")).err).toContain("outside the folder");
  });
});

it("a missing program is named", async () => {
  const path = process.env["PATH"];
  process.env["PATH"] = folder.path;
  try {
    expect((await pictor("add", "pictor-acme", "--yes")).err).toMatch(/needs the program npm, .*not found/);
    expect((await pictor("add", "file:///a/b.git", "--yes")).err).toMatch(
      /needs the program git, .*not found/,
    );
  } finally {
    process.env["PATH"] = path;
  }
});
