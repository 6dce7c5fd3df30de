// `pictor plugins add` with hostile packages and repositories, with the programs npm and git: nothing of a stranger runs.

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../cli/testing/command-folder.js";
import { startNpmRegistry, type NpmRegistry } from "./npm-registry.test.support.js";

const isMissing =
  process.platform === "win32" || ["npm", "git"].some((name) => spawnSync(name, ["--version"]).status !== 0);
let folder: CommandFolder;
let registry: NpmRegistry;
const before = { ...process.env };
beforeEach(async () => {
  folder = createCommandFolder();
  registry = await startNpmRegistry(folder.path);
});
afterEach(async () => {
  await registry.close();
  for (const name of ["PATH", "HOME", "GIT_CONFIG_GLOBAL", "npm_config_allow_git"])
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[name];
});

const at = (...path: readonly string[]): string => join(folder.path, ...path);
const trace = (): string => at("ran");
const installed = (): string => at("data/pictor/plugins");
function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
  chmodSync(at(path), mode);
}
/** A program that leaves a trace, and then is the program whose name it has. */
const tracing = (program: string): string =>
  `#!/bin/sh\ntouch '${trace()}'\n${program === "" ? "" : `exec ${program} "$@"\n`}`;
const git = (repository: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], {
    cwd: at(repository),
    encoding: "utf8",
  });
function commitAll(repository: string): void {
  git(repository, "init", "-q");
  git(repository, "add", "-A");
  git(repository, "commit", "-qm", "all");
}
const manifest = {
  manifestVersion: 1,
  id: "output-acme",
  kind: "output",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  title: "Acme",
  description: "Acme",
};
/** A plugin of the registry without code, whose package needs one package. */
const publishPlugin = (dependency: string, wanted = "^1.0.0"): void => {
  registry.publish(
    "pictor-acme",
    "1.0.0",
    { "plugin.json": JSON.stringify(manifest) },
    { dependencies: { [dependency]: wanted } },
  );
};
const pictor = (...words: readonly string[]) => folder.run("plugins", ...words);
const add = (source = "pictor-acme") => pictor("add", source, "--yes");

/** A repository that npm prepares, for which it runs the programs that the repository names. */
function writeHostileRepository(): string {
  const scripts = { prepare: "true" };
  const devDependencies = { nowhere: "git+file:///nowhere/at/all.git" };
  write(
    "evil/package.json",
    JSON.stringify({ name: "acme-evil", version: "1.0.0", scripts, devDependencies }),
  );
  write("evil/.npmrc", "git=./run.sh\nscript-shell=./run.sh\n");
  write("evil/run.sh", tracing("git"), 0o755);
  commitAll("evil");
  return `git+file://${at("evil")}`;
}

/** What a package of the plugin may need that is not of the registry. */
const others: Readonly<Record<string, () => object>> = {
  "a git repository": () => ({ dependencies: { "acme-evil": writeHostileRepository() } }),
  "an optional git repository": () => ({ optionalDependencies: { "acme-evil": writeHostileRepository() } }),
  "an address": () => ({ dependencies: { "acme-leaf": `${registry.address}acme-leaf/1.0.0.tgz` } }),
  "a folder": () => {
    write("evil/package.json", JSON.stringify({ name: "acme-evil", version: "1.0.0" }));
    return { dependencies: { "acme-evil": `file:${at("evil")}` } };
  },
};

/** An npm that says that it is an older one, and is otherwise the npm of this machine. */
function useOlderNpm(): void {
  const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  const versions = JSON.stringify({ npm: "10.8.2", node: process.versions.node });
  write(
    "bin/npm",
    `#!/bin/sh\n[ "$1" = version ] && echo '${versions}' && exit\nexec '${npm}' "$@"\n`,
    0o755,
  );
  process.env["PATH"] = `${at("bin")}:${process.env["PATH"] ?? ""}`;
}

for (const [name, use] of [["npm", () => undefined] as const, ["an older npm", useOlderNpm] as const])
  describe.skipIf(isMissing)(`a package of a package, with ${name}`, () => {
    beforeEach(() => {
      use();
      registry.publish("acme-leaf", "1.0.0", {});
    });

    for (const [what, more] of Object.entries(others))
      it(`is not taken from ${what}`, async () => {
        registry.publish("acme-words", "1.0.0", {}, more());
        publishPlugin("acme-words");
        const { code, err } = await add();
        expect({ ran: existsSync(trace()), code }).toEqual({ ran: false, code: 2 });
        expect(err).toContain("only the npm registry is used");
        expect(readdirSync(installed())).toEqual([]);
      });

    it("is not taken from a git repository that a shrinkwrap names", async () => {
      const resolved = writeHostileRepository();
      const inside = { "node_modules/acme-evil": { version: "1.0.0", resolved } };
      const shrinkwrap = {
        name: "acme-words",
        version: "1.0.0",
        lockfileVersion: 3,
        packages: {
          "": { name: "acme-words", version: "1.0.0", dependencies: { "acme-evil": "1.0.0" } },
          ...inside,
        },
      };
      registry.publish(
        "acme-words",
        "1.0.0",
        { "npm-shrinkwrap.json": JSON.stringify(shrinkwrap) },
        { dependencies: { "acme-evil": "1.0.0" }, _hasShrinkwrap: true },
      );
      publishPlugin("acme-words");
      const { code, err } = await add();
      expect({ ran: existsSync(trace()), code }).toEqual({ ran: false, code: 2 });
      expect(err).toContain("only the npm registry is used");
    });

    it("is installed from the registry, and pinned", async () => {
      registry.publish("acme-words", "1.0.0", {}, { dependencies: { "acme-leaf": "^1.0.0" } });
      publishPlugin("acme-words");
      const { code, err } = await add();
      expect(err).toContain("has no code of its own, but that of its packages can run in this program");
      expect(code).toBe(0);
      const lock = JSON.parse(readFileSync(join(installed(), "plugins.lock.json"), "utf8")) as {
        plugins: Record<string, { dependencies: object }>;
      };
      expect(lock.plugins["output-acme"]?.dependencies).toEqual(
        Object.fromEntries(
          ["acme-leaf", "acme-words"].map((each) => [
            each,
            {
              version: "1.0.0",
              resolved: `${registry.address}${each}/1.0.0.tgz`,
              integrity: expect.stringMatching(/^sha512-.{88}$/) as string,
            },
          ]),
        ),
      );
    });
  });

it.skipIf(isMissing)("the user's own settings of npm do not open what is closed", async () => {
  process.env["npm_config_allow_git"] = "all";
  registry.publish("acme-words", "1.0.0", {}, { dependencies: { "acme-evil": writeHostileRepository() } });
  publishPlugin("acme-words");
  expect({ code: (await add()).code, ran: existsSync(trace()) }).toEqual({ code: 2, ran: false });
});

describe.skipIf(isMissing)("a repository", () => {
  const files = (): void => {
    write("plugin/plugin.json", JSON.stringify(manifest));
    write("plugin/words.txt", "one\ntwo $Id$\n");
  };
  const source = (): string => `file://${at("plugin")}`;

  it("starts none of the user's filters, hooks and templates, and its files stay as they are", async () => {
    files();
    write("plugin/.gitattributes", "* filter=acme text eol=crlf ident\n");
    commitAll("plugin");
    write("run.sh", tracing("cat"), 0o755);
    write("hooks/post-checkout", tracing(""), 0o755);
    write("template/hooks/post-checkout", tracing(""), 0o755);
    const filter = `[filter "acme"]\n\tsmudge = ${at("run.sh")}\n\tclean = ${at("run.sh")}\n\trequired = true\n`;
    write("included", filter);
    write(
      "gitconfig",
      `[core]\n\thooksPath = ${at("hooks")}\n\tfsmonitor = ${at("run.sh")}\n` +
        `[init]\n\ttemplateDir = ${at("template")}\n[include]\n\tpath = ${at("included")}\n`,
    );
    process.env["GIT_CONFIG_GLOBAL"] = at("gitconfig");
    const first = git("plugin", "rev-parse", "HEAD").trim();
    for (const each of [source(), `${source()}#${first}`]) {
      expect({ code: (await add(each)).code, ran: existsSync(trace()) }).toEqual({ code: 0, ran: false });
      expect(readFileSync(join(installed(), "output-acme/words.txt"), "utf8")).toBe("one\ntwo $Id$\n");
    }
  });

  it("brings no submodule", async () => {
    files();
    write("module/file", "a");
    commitAll("module");
    git("plugin", "init", "-q");
    git(
      "plugin",
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "add",
      "-q",
      `file://${at("module")}`,
      "module",
    );
    commitAll("plugin");
    write("gitconfig", "[submodule]\n\trecurse = true\n[protocol]\n\tallow = always\n");
    process.env["GIT_CONFIG_GLOBAL"] = at("gitconfig");
    expect((await add(source())).code).toBe(0);
    expect(existsSync(join(installed(), "output-acme/module/file"))).toBe(false);
  });

  it("is reached with the user's own addresses and credentials, which no argument shows", async () => {
    files();
    commitAll("plugin");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    write("bin/git", `#!/bin/sh\necho "$@" >> '${at("arguments")}'\nexec '${real}' "$@"\n`, 0o755);
    process.env["PATH"] = `${at("bin")}:${process.env["PATH"] ?? ""}`;
    write(
      "gitconfig",
      `[url "file://${at()}/"]\n\tinsteadOf = https://git.example/\n` +
        '[http "https://git.example/"]\n\textraHeader = X-Token: canary\n',
    );
    process.env["GIT_CONFIG_GLOBAL"] = at("gitconfig");
    expect((await add("https://git.example/plugin")).code).toBe(0);
    expect(readFileSync(at("arguments"), "utf8")).not.toContain("canary");
  });
});
