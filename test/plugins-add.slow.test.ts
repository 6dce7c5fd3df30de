// `pictor plugins add` from folders and archives: what is shown, asked and installed, and what is refused.

import { tar, zip } from "@pictor/archives/testing";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../cli/testing/command-folder.js";
import { ending } from "../cli/testing/ending.js";

let folder: CommandFolder;
let installed: string;
beforeEach(() => {
  folder = createCommandFolder();
  installed = join(folder.path, "data/pictor/plugins");
});

const manifest = manifestOf("auth-acme", "auth", {
  title: "Acme Auth",
  permissions: [{ name: "network", reason: "Fetches a ticket from Acme." }],
  contributes: {
    authSchemes: [
      { id: "acme", title: "Acme", handler: "add", settings: { type: "object", properties: {} } },
    ],
  },
});
const module = `globalThis.acmeRan = true;
export default () => ({
  handlers: { add: (request) => request },
  provides: { authSchemes: { acme: { status: () => ({ state: "ready" }) } } },
});
`;
const filesOf = (change: object = {}) => ({
  "plugin.json": JSON.stringify({ ...manifest, ...change }),
  "index.js": module,
});
function source(files: Readonly<Record<string, string>> = filesOf(), name = "auth-acme"): string {
  mkdirSync(join(folder.path, name), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder.path, name, file), content);
  return join(folder.path, name);
}
const archive = (content: Buffer, name = "acme.tgz"): string => folder.write(name, content);
const tgz = (files: Readonly<Record<string, string>> = filesOf(), prefix = "package/") =>
  archive(tar(Object.entries(files).map(([name, data]) => ({ name: `${prefix}${name}`, data }))));
const add = (from: string, ...words: readonly string[]) => folder.run("plugins", "add", from, ...words);
const lock = () =>
  JSON.parse(readFileSync(join(installed, "plugins.lock.json"), "utf8")) as {
    readonly plugins: Readonly<Record<string, object>>;
  };
/** Neither a plugin nor a remainder was left in the plugin folder. */
const isEmpty = (): boolean => !existsSync(installed) || readdirSync(installed).length === 0;

describe("what is added", () => {
  it.each<readonly [string, () => string]>([
    ["a folder", source],
    ["a .tgz with a folder, as npm packs it", tgz],
    ["a .tgz without a folder", () => tgz(filesOf(), "./")],
    [
      "a .zip",
      () =>
        archive(
          zip(Object.entries(filesOf()).map(([name, data]) => ({ name: `acme-main/${name}`, data }))),
          "a.zip",
        ),
    ],
  ])("%s is shown, installed, pinned, and then used; none of its code runs", async (_name, from) => {
    const { code, out, err } = await add(from(), "--yes");
    expect({ code, out }).toEqual({
      code: 0,
      out: `Added auth-acme 1.0.0 in ${join(installed, "auth-acme")}\n`,
    });
    for (const line of [
      "auth-acme 1.0.0: Acme Auth (auth)",
      '- adds the auth scheme "acme"',
      '- adds credentials to requests, for authType "acme"',
      '- sends requests, with your auth profiles: "Fetches a ticket from Acme."',
      "- runs its code in this program, with all your rights",
    ])
      expect(err).toContain(line);
    expect(readdirSync(installed).sort()).toEqual(["auth-acme", "plugins.lock.json"]);
    expect(lock().plugins["auth-acme"]).toMatchObject({
      version: "1.0.0",
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
    expect((await folder.run("plugins", "list")).out).toMatch(
      /^auth-acme +1\.0\.0 +auth +valid +Acme Auth$/m,
    );
    expect((await folder.run("auth", "set", "x", "--help")).out).toMatch(/^Schemes: acme, /m);
    expect(globalThis).not.toHaveProperty("acmeRan");
  });

  it("is the same plugin from a folder and from an archive", async () => {
    await add(source(), "--yes");
    const fromFolder = lock().plugins["auth-acme"];
    await add(tgz(), "--yes");
    const fromArchive = lock().plugins["auth-acme"];
    expect(fromArchive).toMatchObject({ integrity: (fromFolder as { integrity: string }).integrity });
  });

  it("replaces an earlier version, which is named", async () => {
    await add(source(), "--yes");
    const { err } = await add(source(filesOf({ version: "1.1.0" }), "newer"), "--yes");
    expect(err).toContain("(auth, instead of version 1.0.0)");
    expect((await folder.run("plugins", "list")).out).toMatch(/^auth-acme +1\.1\.0/m);
    expect(readdirSync(installed).sort()).toEqual(["auth-acme", "plugins.lock.json"]);
  });

  it("is recorded for programs", async () => {
    const { out } = await add(source(), "--yes", "--json");
    expect(JSON.parse(out)).toMatchObject({
      type: "result",
      plugin: { id: "auth-acme", source: { kind: "folder" }, folder: join(installed, "auth-acme") },
    });
  });
});

describe("the question", () => {
  it("installs after a yes", async () => {
    expect(await folder.runWithAnswer("1\n", "plugins", "add", source())).toMatchObject(
      ending(0, "Add the plugin auth-acme 1.0.0?"),
    );
    expect(existsSync(join(installed, "auth-acme/index.js"))).toBe(true);
  });
  it("changes nothing after a no", async () => {
    expect(await folder.runWithAnswer("2\n", "plugins", "add", source())).toMatchObject(
      ending(0, "Nothing was installed."),
    );
    expect(isEmpty()).toBe(true);
  });
  it("is shown on lines that its description cannot fill, so that the rest looks like another line", async () => {
    const { err } = await add(source(filesOf({ description: `Acme${" ".repeat(150)}- runs no code` })));
    expect(err).toContain("\nAcme - runs no code\n");
  });
});

describe("what is refused, without a remainder", () => {
  it.each<readonly [string, () => string, string]>([
    ["a missing folder", () => "./nowhere", "there is no such file or folder"],
    ["a folder without a manifest", () => source({ "a.txt": "" }), "it has no plugin.json"],
    ["an empty archive", () => archive(tar([])), "it has no plugin.json"],
    ["an invalid manifest", () => source(filesOf({ taps: [{ hok: 1 }] })), "auth-acme/plugin.json#/taps/0"],
    ["an API of the future", () => source(filesOf({ apiVersion: "^9.0.0" })), "PLUGIN_API_RANGE"],
    ["a missing main", () => source({ "plugin.json": JSON.stringify(manifest) }), "MANIFEST_MAIN_MISSING"],
    [
      "the id of a built-in plugin",
      () => source(filesOf({ id: "auth-basic" })),
      'has the name "auth-basic", which belongs to a built-in plugin',
    ],
    [
      "the scheme of a built-in plugin",
      () =>
        source(
          filesOf({
            contributes: { authSchemes: [{ ...manifest.contributes.authSchemes[0], id: "basic" }] },
          }),
        ),
      'has the auth scheme "basic", which belongs to the plugin auth-basic',
    ],
    ...[
      "https://me:geheim@example.org/a.git",
      "https://geheim@example.org/a.git",
      "ssh://git:geheim@example.org/a",
    ].map(
      (address) =>
        [
          `a secret in an address (${address})`,
          () => address,
          "which belongs to a credential helper",
        ] as const,
    ),
  ])("%s", async (_name, from, said) => {
    const { code, out, err } = await add(from(), "--yes");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(said);
    expect(err).not.toContain(".scratch-");
    expect(err).not.toContain("geheim");
    expect(isEmpty()).toBe(true);
  });

  it("a link of a folder that leads out; a link inside is copied as a file", async () => {
    const from = source();
    symlinkSync("index.js", join(from, "inside.js"));
    expect((await add(from, "--yes")).code).toBe(0);
    expect(readFileSync(join(installed, "auth-acme/inside.js"), "utf8")).toBe(module);
    symlinkSync("/etc/hostname", join(from, "outside.js"));
    expect((await add(from, "--yes")).err).toContain(
      '"outside.js" is a link to /etc/hostname, outside the folder',
    );
  });

  it("a plugin in place of a folder that the user made", async () => {
    mkdirSync(join(installed, "auth-acme"), { recursive: true });
    writeFileSync(join(installed, "auth-acme/mine.txt"), "mine");
    expect((await add(source(), "--yes")).err).toContain("was not made by `pictor plugins add`");
    expect(readdirSync(join(installed, "auth-acme"))).toEqual(["mine.txt"]);
  });

  it("control characters in its texts are not shown", async () => {
    const evil = "\u001b]0;owned\u0007\u202e";
    const { err } = await add(source(filesOf({ title: evil, description: evil })), "--yes");
    expect(err).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_C}]/u);
  });
});
