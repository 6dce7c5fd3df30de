// The published packages work: only the tarballs, in an empty folder, with plain Node and third-party plugins.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join, sep } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from "vitest";
import { userVariables } from "@pictor/host/testing";
import { createsTestsAndAdds } from "./packed-authors.test.support.js";
import {
  filesIn,
  install,
  packAll,
  readImage,
  root,
  run,
  type Packed,
  type Image,
  type Ran,
} from "./packed.test.support.js";

const scratch = mkdtempSync(join(tmpdir(), "pictor-packed-"));
const project = join(scratch, "project");
let packed: readonly Packed[] = [];
let impossible: string | undefined;

beforeAll(async () => {
  packed = await packAll(scratch);
  impossible = await install(project, packed);
  if (impossible !== undefined) console.warn(`packed.test.ts: nothing could be installed, ${impossible}`);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("each tarball", () => {
  it("holds exactly its staged folder", () => {
    for (const { name, folder, files } of packed)
      expect([name, ...files.map(({ path }) => path).sort()]).toEqual([name, ...filesIn(folder)]);
  });

  it("holds its manifest, license, and for a plugin plugin.json and its entry", () => {
    for (const { name, folder, files } of packed) {
      const manifest = join(folder, "plugin.json");
      const isPlugin = existsSync(manifest);
      // A panel has pages, and no code for Node.
      const entry =
        isPlugin && "main" in (JSON.parse(readFileSync(manifest, "utf8")) as object)
          ? "index.js"
          : "pages/index.html";
      const wanted = ["package.json", "LICENSE", ...(isPlugin ? ["plugin.json", entry, "README.md"] : [])];
      expect([name, ...files.map(({ path }) => path)]).toEqual(expect.arrayContaining([name, ...wanted]));
    }
  });

  it("holds no source, no test, and no tool", () => {
    const unwanted =
      /(?<!\.d)\.ts$|\.tsx$|\.test\.|(?<!\.js)\.map$|(?:^|\/)(?:test|tests|bench|tools|node_modules)\//;
    const found = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
    expect(found.filter((path) => unwanted.test(path))).toEqual([]);
    // Test helpers ship only in packages that export them: @pictor/host/testing.
    const testing = packed.filter(({ manifest }) => !JSON.stringify(manifest.exports).includes("./testing"));
    const stray = testing.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
    expect(stray.filter((path) => path.includes("/testing/"))).toEqual([]);
  });

  it("has a file behind each export, each bin that can be executed, and no way to the sources", () => {
    for (const { name, folder, files } of packed) {
      const text = readFileSync(join(folder, "package.json"), "utf8");
      expect(text, name).not.toContain("@pictor/source");
      const { exports, bin } = JSON.parse(text) as { exports?: unknown; bin?: Record<string, string> };
      const targets = JSON.stringify(exports ?? {}).match(/"\.\/[^"]+\.(?:js|ts|json)"(?!:)/g) ?? [];
      const missing = targets
        .map((target) => (JSON.parse(target) as string).slice("./".length))
        .filter((path) => !files.some((file) => file.path === path));
      expect(missing, name).toEqual([]);
      for (const target of Object.values(bin ?? {}))
        expect(files.find(({ path }) => `./${path}` === target)?.mode, name).toBe(0o755);
    }
  });

  it("names no folder of the machine on which it was built", () => {
    const places = [root, scratch, homedir()]
      .filter((place) => place !== "/")
      .map((place) => `${place}${sep}`);
    for (const { name, folder } of packed)
      for (const path of filesIn(folder)) {
        const text = readFileSync(join(folder, path), "utf8");
        // The setting `root` of a panel stands in paths of schemas, where it is no home folder.
        const read = text.replaceAll("/properties/root/", "/properties/");
        expect(
          places.filter((place) => read.includes(place)),
          `${name}/${path}`,
        ).toEqual([]);
      }
  });
});

describe("the installed command", () => {
  beforeEach(({ skip }: TestContext) => {
    if (impossible !== undefined) skip(impossible);
  });

  /** The user is another than the person who runs the test, and trusts the project. */
  const pictor = (...parameters: readonly string[]): Promise<Ran> =>
    run(join(project, "node_modules/.bin/pictor"), parameters, {
      cwd: project,
      env: { ...userVariables(join(scratch, "home")), PICTOR_TRUST: "1" },
    });
  const lines = ({ stdout }: Ran): readonly Record<string, unknown>[] =>
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const imageOf = (ran: Ran): Image => {
    expect(ran.stderr + ran.stdout).toContain('"result"');
    expect(ran.code, ran.stderr).toBe(0);
    const { outputs } = lines(ran).at(-1) as { outputs: readonly { path: string }[] };
    expect(outputs).toHaveLength(1);
    expect(outputs[0]!.path.startsWith(project)).toBe(true);
    return readImage(outputs[0]!.path);
  };

  it("installs without anything that only development needs", () => {
    expect(
      ["tsx", "typescript", "esbuild", "vitest"].filter((name) =>
        existsSync(join(project, "node_modules", name)),
      ),
    ).toEqual([]);
  });

  it("tells its version", async () => {
    const { code, stdout } = await run("npx", ["--no-install", "pictor", "--version"], { cwd: project });
    expect([code, stdout.trim()]).toEqual([0, packed[0]!.manifest.version]);
  });

  it("shows its help", async () => {
    const { code, stdout } = await pictor("--help");
    expect(code).toBe(0);
    expect(stdout).toContain("generate");
  });

  it("brings every plugin along, without a problem", async () => {
    const ran = await pictor("plugins", "list", "--json");
    expect(ran.code, ran.stderr).toBe(0);
    const { plugins, problems } = lines(ran).at(-1) as {
      plugins: readonly { id: string; state: string }[];
      problems: readonly unknown[];
    };
    const manifests = packed
      .map(({ folder }) => join(folder, "plugin.json"))
      .filter((path) => existsSync(path));
    const ids = manifests.map((path) => (JSON.parse(readFileSync(path, "utf8")) as { id: string }).id);
    expect(problems).toEqual([]);
    expect(plugins.map(({ id, state }) => [id, state])).toEqual(ids.sort().map((id) => [id, "valid"]));
  });

  it("makes an image on the embedded backend", async () => {
    const size = ["--set", "width=64", "--set", "height=64", "--set", "steps=2"];
    const ran = await pictor(
      "generate",
      "txt2img",
      "--backend",
      "embedded",
      "--prompt",
      "x",
      ...size,
      "--seed",
      "7",
      "--json",
    );
    expect(imageOf(ran)).toMatchObject({ width: 64, height: 64 });
  });

  it("gives TypeScript authors their types", async () => {
    const source = [
      'import { createPictor } from "pictor";',
      'import { definePlugin, setHeader, type OutgoingRequest } from "@pictor/kernel/plugin";',
      "export const pictor = createPictor();",
      'const add = (request: OutgoingRequest) => setHeader(request, "X-A", "1");',
      "export default definePlugin(() => ({ handlers: { add } }));",
      "// @ts-expect-error A plugin gives an object.",
      "export const wrong = definePlugin(() => 1);",
    ];
    writeFileSync(join(project, "plugin.mts"), source.join("\n"));
    const settings = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023"];
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
    const { code, stdout } = await run(process.execPath, [compiler, ...settings, ...types, "plugin.mts"], {
      cwd: project,
    });
    expect([code, stdout]).toEqual([0, ""]);
  });

  it("gives authors of tests their types, which need no others", async () => {
    const source = [
      'import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";',
      'export const server: Promise<EmbeddedServer> = startEmbeddedServer({ faults: [{ kind: "nan" }] });',
      "// @ts-expect-error There is no such option.",
      "export const wrong = startEmbeddedServer({ fault: [] });",
    ];
    writeFileSync(join(project, "server.mts"), source.join("\n"));
    const compilerOptions = { noEmit: true, strict: true, module: "nodenext", target: "es2023", types: [] };
    const settings = JSON.stringify({ compilerOptions, files: ["server.mts"] });
    writeFileSync(join(project, "tsconfig.json"), settings);
    const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
    const { code, stdout } = await run(process.execPath, [compiler, "-p", "."], { cwd: project });
    rmSync(join(project, "tsconfig.json"));
    expect([code, stdout]).toEqual([0, ""]);
  });

  describe("with a folder of drop-in plugins", () => {
    beforeAll(() => {
      cpSync(join(import.meta.dirname, "drop-in"), join(scratch, "team-plugins"), { recursive: true });
      // What `npm init -y` writes.
      writeFileSync(join(scratch, "team-plugins/package.json"), JSON.stringify({ type: "commonjs" }));
      const configuration = {
        pluginDirectories: ["../team-plugins"],
        profiles: { studio: { type: "team", schemes: { team: { team: "lighthouse" } } } },
        outputs: { directory: "team-images" },
      };
      if (impossible === undefined)
        writeFileSync(join(project, "pictor.json"), JSON.stringify(configuration, null, 2));
    });

    it("finds them valid", async () => {
      const folders = ["auth-team", "workflow-sketch"].map((name) => `../team-plugins/${name}`);
      const { code, stderr } = await pictor("plugins", "validate", ...folders);
      expect(code, stderr).toBe(0);
    });

    it("authenticates with a scheme that nobody here knew", async () => {
      const seen: IncomingHttpHeaders[] = [];
      const server = createServer((request, response) => {
        seen.push(request.headers);
        response.end(`hello from ${request.url ?? ""}\n`);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const url = `http://127.0.0.1:${port}/me`;
        const { code, stdout, stderr } = await pictor("request", "GET", url, "--auth", "studio");
        expect([code, stdout], stderr).toEqual([0, "hello from /me\n"]);
        expect(seen.map((headers) => headers["x-team"])).toEqual(["lighthouse"]);
      } finally {
        server.close();
      }
    });

    it("generates with a workflow that nobody here knew", async () => {
      const ran = await pictor(
        "generate",
        "sketch",
        "--backend",
        "embedded",
        "--prompt",
        "a boat",
        "--set",
        "side=48",
        "--seed",
        "9",
        "--json",
      );
      expect(imageOf(ran)).toMatchObject({ width: 48, height: 48 });
      expect(readdirSync(join(project, "team-images"))).toHaveLength(1);
    });
  });
});

describe("the author's three commands", () => {
  beforeEach(({ skip }: TestContext) => {
    if (impossible !== undefined) skip(impossible);
  });
  createsTestsAndAdds(scratch, () => project);
});

describe("the install lines of docs/embedded-server.md", () => {
  beforeEach(({ skip }: TestContext) => {
    if (impossible !== undefined) skip(impossible);
  });

  const page = readFileSync(join(root, "docs/embedded-server.md"), "utf8");
  const [, block = ""] = /```sh\n([^`]*npm install[^`]*)```/.exec(page) ?? [];
  const [settle = "", ...installs] = block.trim().split("\n");
  const checkout = process.env["PICTOR_TEST_BUILT"] === undefined ? scratch : root;
  const env = { PICTOR: checkout, npm_config_prefer_offline: "true", npm_config_ignore_scripts: "true" };
  const script = [
    'const { startEmbeddedServer } = await import("@pictor/backend-embedded/testing");',
    "await (await startEmbeddedServer()).close();",
  ].join("\n");

  it.each(installs)("%s: works, and still does when something else was installed", async (line) => {
    const cwd = mkdtempSync(join(scratch, "page-"));
    writeFileSync(join(cwd, "package.json"), '{ "name": "client", "private": true }\n');
    for (const step of [settle, line, "npm install --save-dev pngjs"]) {
      const { code, stderr } = await run("sh", ["-c", step], { cwd, env });
      expect([step, code], stderr).toEqual([step, 0]);
    }
    expect(lstatSync(join(cwd, "node_modules/@pictor/backend-embedded")).isSymbolicLink()).toBe(false);
    const started = await run(process.execPath, ["--input-type=module", "-e", script], { cwd });
    expect(started.code, started.stderr).toBe(0);
  });
});
