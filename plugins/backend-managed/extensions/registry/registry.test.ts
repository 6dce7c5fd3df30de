// Tests of extensions from the registry: archives, versions, and files that users have added.

import { existsSync, readFileSync } from "node:fs";
import { readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeTestFiles } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { ZipEntry } from "@pictor/archives/testing";
import { inodeOf, writeJournal } from "../change/journal.js";
import { openInstance, rejection, type InstanceOptions } from "../../testing/extension-instances.js";
import { startRegistry, type FakeNode, type FakeVersion } from "../../testing/fake-registry.js";
import { areSecureUrls } from "./download-archive.js";

const id = "comfyui-grain";
const pyproject = (version: string): ZipEntry => ({
  name: "pyproject.toml",
  data: `[project]\nname = "${id}"\nversion = "${version}"\n`,
});
const version = (
  text: string,
  more: readonly ZipEntry[] = [],
  rest: Partial<FakeVersion> = {},
): FakeVersion => ({
  version: text,
  entries: [{ name: "__init__.py", data: `# ${text}` }, pyproject(text), ...more],
  ...rest,
});
const any = { id, range: "*" } as const;

async function stage(versions: readonly FakeVersion[], options: InstanceOptions = {}) {
  const nodes: Record<string, FakeNode> = { [id]: { versions } };
  const registry = await startRegistry(nodes);
  const fixture = await openInstance({ extensions: { registry: registry.url }, ...options });
  return { ...fixture, nodes, registry, pack: join(fixture.customNodes, id) };
}

describe("installing from the registry", () => {
  it("needs no git, and creates the same files as ComfyUI-Manager", async () => {
    const { facet, pack, customNodes } = await stage([version("1.2.0", [{ name: "js/a.js", data: "x" }])]);
    expect(await facet.install(any)).toEqual({
      id,
      place: id,
      origin: "registry",
      registryId: id,
      repositories: [],
      version: "1.2.0",
      versionFrom: "pyproject",
      enabled: true,
    });
    expect(readFileSync(join(pack, ".tracking"), "utf8")).toBe("__init__.py\npyproject.toml\njs/a.js\n");
    expect(await readdir(customNodes)).toEqual([id]);
  });

  it.each([
    ["*", undefined, "2.0.0"],
    ["^1.0.0", undefined, "1.10.0"],
    ["*", "1.9.0", "1.9.0"],
  ])("takes of %s, exactly %s, version %s", async (range, exact, taken) => {
    const versions = ["1.9.0", "1.10.0", "2.0.0"].map((text) => version(text));
    const { facet, registry } = await stage(versions);
    const wanted = { id, range, ...(exact === undefined ? {} : { version: exact }) };
    expect((await facet.install(wanted)).version).toBe(taken);
    // Queries are not counted as downloads.
    expect(registry.requested.filter((path) => path.includes("/install"))).toEqual([
      `/nodes/${id}/install?version=${taken}`,
    ]);
  });

  it("never installs a flagged, banned, deleted or deprecated version", async () => {
    const bad = ["Flagged", "Banned", "Deleted"].map((status, index) =>
      version(`3.${index}.0`, [], { status: `NodeVersionStatus${status}` }),
    );
    const { facet } = await stage([...bad, version("2.0.0", [], { deprecated: true }), version("1.0.0")]);
    expect(await facet.install(any)).toMatchObject({ version: "1.0.0" });
    const error = await rejection(facet.update({ id, range: "*", version: "3.0.0" }));
    expect(error).toMatchObject({ code: "EXTENSION_NO_VERSION", details: { found: "1.0.0" } });
  });

  it.each<readonly [string, FakeVersion, string, string]>([
    ["leads out", version("1.0.0", [{ name: "../../evil.py" }]), "EXTENSION_SOURCE_REFUSED", "leads out"],
    [
      "is none",
      version("1.0.0", [], { archive: Buffer.from("<html>") }),
      "EXTENSION_SOURCE_REFUSED",
      "not a complete ZIP",
    ],
    [
      "lies where TLS is not asked for",
      version("1.0.0", [], { downloadUrl: "ftp://127.0.0.1/a.zip" }),
      "EXTENSION_SOURCE_REFUSED",
      "not https",
    ],
    [
      "lies where nobody is",
      version("1.0.0", [], { downloadUrl: "http://127.0.0.1:9/a.zip?token=hidden" }),
      "EXTENSION_INDEX_UNREADABLE",
      "/a.zip",
    ],
  ])("refuses an archive that %s, and leaves nothing", async (_name, evil, code, words) => {
    const { facet, customNodes, instance } = await stage([evil]);
    const error = await rejection(facet.install(any));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(error.message).not.toContain("hidden");
    expect(await readdir(customNodes)).toEqual([]);
    expect(existsSync(join(instance.layout.root, "staging"))).toBe(false);
  });

  it("tells what is wrong with a registry that fails", async () => {
    const registry = await startRegistry({}, { status: 500 });
    const { facet } = await openInstance({ extensions: { registry: registry.url } });
    const error = await rejection(facet.install(any));
    expect(error.code).toBe("EXTENSION_INDEX_UNREADABLE");
    expect(error.message).toContain("status 500");
  });

  it("is undone if packages or script fail", async () => {
    const entries = [
      { name: "requirements.txt", data: "x" },
      { name: "install.py", data: "x" },
    ];
    const parts: { pip: () => Promise<void>; python: () => Promise<never> } = {
      pip: () => Promise.reject(new Error("pip fails")),
      python: () => Promise.reject(new Error("the script fails")),
    };
    const { facet, customNodes } = await stage([version("1.0.0", entries)], { parts });
    expect((await rejection(facet.install(any))).message).toContain("pip fails");
    parts.pip = () => Promise.resolve();
    const { facet: second } = await stage([version("1.0.0", entries)], { parts });
    expect((await rejection(second.install(any))).message).toContain("the script fails");
    expect(await readdir(customNodes)).toEqual([]);
  });
});

describe("switching a version", () => {
  const old = version("1.0.0", [{ name: "gone.py", data: "old" }, { name: "js/old.js" }]);
  const next = version("2.0.0", [{ name: "js/new.js", data: "new" }]);

  it("removes the files of the old version, and keeps files that its archive did not contain", async () => {
    const { facet, pack } = await stage([old, next]);
    await facet.install({ ...any, version: "1.0.0" });
    writeTestFiles(pack, { "models/large.bin": "mine" });
    expect(await facet.update(any)).toMatchObject({ version: "2.0.0" });
    expect((await readdir(pack)).sort()).toEqual([
      ".tracking",
      "__init__.py",
      "js",
      "models",
      "pyproject.toml",
    ]);
    expect(await readdir(join(pack, "js"))).toEqual(["new.js"]);
    expect(readFileSync(join(pack, "models/large.bin"), "utf8")).toBe("mine");
  });

  it("asks once which versions there are", async () => {
    const { facet, registry } = await stage([old, next]);
    await facet.install({ ...any, version: "1.0.0" });
    const before = registry.requested.length;
    await facet.update(any);
    const asked = registry.requested.slice(before).filter((path) => path.includes("/versions?"));
    expect(asked).toHaveLength(1);
  });

  it("is refused if no registry is used", async () => {
    const { facet, put } = await openInstance({ extensions: { registry: "" } });
    await put(`ComfyUI/custom_nodes/${id}/pyproject.toml`, String(pyproject("1.0.0").data));
    await put(`ComfyUI/custom_nodes/${id}/.tracking`, "pyproject.toml\n");
    const error = await rejection(facet.update(any));
    expect(error).toMatchObject({ code: "EXTENSION_NO_VERSION" });
    expect(error.message).toContain("no registry is set");
  });

  it("does nothing if the version is installed already", async () => {
    const { facet, registry } = await stage([next]);
    await facet.install(any);
    const before = registry.requested.length;
    expect(await facet.update(any)).toMatchObject({ version: "2.0.0" });
    expect(registry.requested.slice(before)).toHaveLength(1);
  });

  it("is refused if a file of the user is in the way", async () => {
    const { facet, pack } = await stage([old, next]);
    await facet.install({ ...any, version: "1.0.0" });
    await writeFile(join(pack, "js/new.js"), "mine");
    const error = await rejection(facet.update(any));
    expect(error).toMatchObject({ code: "EXTENSION_LOCAL_CHANGES", details: { files: "js/new.js" } });
    expect(readFileSync(join(pack, "js/new.js"), "utf8")).toBe("mine");
  });

  it("is undone if its script fails", async () => {
    const python = () => Promise.reject(new Error("the script fails"));
    const failing = version("2.0.0", [{ name: "install.py", data: "x" }]);
    const { facet, pack } = await stage([old, failing], { parts: { python } });
    await facet.install({ ...any, version: "1.0.0" });
    await writeFile(join(pack, "own.txt"), "mine");
    expect(await rejection(facet.update(any))).toMatchObject({ code: "EXTENSION_UPDATE_FAILED" });
    expect(await facet.list()).toMatchObject([{ version: "1.0.0" }]);
    expect(readFileSync(join(pack, "own.txt"), "utf8")).toBe("mine");
    expect(existsSync(join(pack, "gone.py"))).toBe(true);
  });

  it.each(["before the new one was there", "after it was there"])(
    "that was cut off %s is undone by the next call",
    async (when) => {
      const { facet, pack, instance } = await stage([old, next]);
      await facet.install({ ...any, version: "1.0.0" });
      await writeFile(join(pack, "own.txt"), "mine");
      const staging = join(instance.layout.root, "staging");
      const staged = join(staging, "archive");
      writeTestFiles(staged, { "__init__.py": "new", ".tracking": "__init__.py\n" });
      const entry = {
        kind: "replaced",
        path: pack,
        mark: (await inodeOf(staged)) ?? "",
        old: join(staging, "old"),
      };
      await writeJournal(
        join(instance.layout.root, "extensions.json"),
        entry as Parameters<typeof writeJournal>[1],
      );
      await rename(pack, entry.old);
      if (when.startsWith("after")) {
        await rename(staged, pack);
        await rename(join(entry.old, "own.txt"), join(pack, "own.txt"));
      }
      expect(await facet.list()).toMatchObject([{ version: "1.0.0", origin: "registry" }]);
      expect(readFileSync(join(pack, "own.txt"), "utf8")).toBe("mine");
      expect(existsSync(staging)).toBe(false);
    },
  );

  it("is refused for extensions from elsewhere, and for a commit", async () => {
    const { facet, put } = await stage([next]);
    await put("ComfyUI/custom_nodes/Plain/__init__.py", "");
    expect((await rejection(facet.update({ id: "Plain", range: "*" }))).message).toContain(
      "its source is not known",
    );
    await facet.install(any);
    expect((await rejection(facet.update({ ...any, commit: "0123456" }))).message).toContain("no commits");
  });
});

describe("the addresses of an archive", () => {
  const [tls, plain] = ["https://registry.example", "http://127.0.0.1:1"];
  it.each([
    [["https://a.example/x"], tls, true],
    [["https://a.example/x", "https://b.example/x"], tls, true],
    [["https://a.example/x", "http://b.example/x"], tls, false],
    [["http://127.0.0.1/x"], tls, false],
    [["file:///etc/passwd"], plain, false],
    [["http://127.0.0.1/x"], plain, true],
    [["nonsense"], plain, false],
  ])("%j of %s: %s", (urls, registry, is) => {
    expect(areSecureUrls(urls, registry)).toBe(is);
  });
});
