// Tests of files that are written to and read from the server's folders, never outside them.

import { outputFile, writeTestFiles } from "@pictor/host/testing";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { OutputFile } from "@pictor/kernel/plugin";
import type { Directories } from "../arguments/server-directories.js";
import { checkName } from "./path-inside.js";
import { createLocalOutput, pathOf } from "./local-output.js";
import { createLocalFilesFacet } from "./local-files.js";

let folder: string;
let directories: Directories;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictor files-"));
  const below = (name: string) => join(folder, "comfy", name);
  directories = {
    base: below("."),
    input: below("input"),
    output: below("output"),
    temp: below("temp"),
    models: below("models"),
    customNodes: below("custom_nodes"),
  };
  for (const path of Object.values<string>({ ...directories })) await mkdir(path, { recursive: true });
});

async function* bodyOf(...parts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
const put = (area: string, name: string, ...parts: readonly string[]) =>
  createLocalFilesFacet({ name: "studio", directories: () => directories }).put(area, name, bodyOf(...parts));
const text = (...path: readonly string[]) => readFile(join(folder, "comfy", ...path), "utf8");

describe("writing", () => {
  it("a file into the input folder, with forward slashes in its name", async () => {
    expect(await put("input", "a\\b/größe.png", "one", "two")).toBe("a/b/größe.png");
    expect(await text("input", "a", "b", "größe.png")).toBe("onetwo");
  });

  it("a file for models into its folder", async () => {
    expect(await put("models/configs", "v1.yaml", "x")).toBe("v1.yaml");
    expect(await text("models", "configs", "v1.yaml")).toBe("x");
  });

  it("the same contents again result in the same file", async () => {
    expect([await put("input", "a.png", "x"), await put("input", "a.png", "x")]).toEqual(["a.png", "a.png"]);
    expect(await readdir(directories.input)).toEqual(["a.png"]);
  });

  it("other contents under a taken name get another name, always the same", async () => {
    await put("input", "sub/a.png", "x");
    const name = await put("input", "sub/a.png", "y");
    expect(name).toMatch(/^sub\/a-[0-9a-f]{8}\.png$/);
    expect(await put("input", "sub/a.png", "y")).toBe(name);
    expect([await text("input", "sub", "a.png"), await text("input", ...name.split("/"))]).toEqual([
      "x",
      "y",
    ]);
  });

  it("other contents of a model are refused, and the existing file is unchanged", async () => {
    await put("models/configs", "a.yaml", "x");
    await expect(put("models/configs", "a.yaml", "y")).rejects.toMatchObject({ code: "MANAGED_FILE_TAKEN" });
    expect(await text("models", "configs", "a.yaml")).toBe("x");
    expect(await readdir(join(directories.models, "configs"))).toEqual(["a.yaml"]);
  });

  it.each([
    ["../a.png", "it leaves the folder"],
    ["a/../../b.png", "it leaves the folder"],
    ["a\\..\\..\\b.png", "it leaves the folder"],
    ["/etc/passwd", "it is an absolute path"],
    ["\\\\server\\share\\a.png", "it is an absolute path"],
    ["C:\\a.png", "it is an absolute path"],
    ["c:a.png", "it is an absolute path"],
    ["a\0.png", "it contains a control character"],
    ["a.png:stream", "it contains a character that Windows does not allow"],
    ["NUL.png", "a part of it is a device name of Windows"],
    ["a/con", "a part of it is a device name of Windows"],
    ["a./b", "a part of it ends with a dot or a space"],
    ["a//b", "a part of it is empty"],
    ["./a", "a part of it is empty"],
    ["", "it is empty"],
    ["x".repeat(300), "a part of it is too long"],
  ])("%j is refused: %s", async (name, reason) => {
    await expect(put("input", name, "x")).rejects.toMatchObject({
      code: "MANAGED_FILE_REFUSED",
      details: { reason },
    });
    expect(await readdir(directories.input)).toEqual([]);
    expect(existsSync(join(folder, "b.png"))).toBe(false);
  });

  it.each(["output", "models", "models/", "models/../input", "models//etc", "/input", "inputs"])(
    "the area %j is refused",
    async (area) => {
      await expect(put(area, "a.png", "x")).rejects.toMatchObject({ code: "MANAGED_FILE_REFUSED" });
    },
  );

  it("a link that leads out of the folder is refused, and nothing is created behind it", async () => {
    const outside = join(folder, "outside");
    await mkdir(outside);
    await symlink(outside, join(directories.input, "link"));
    await expect(put("input", "link/deep/a.png", "x")).rejects.toMatchObject({
      code: "MANAGED_FILE_REFUSED",
      details: { reason: "a link in that folder leads out of it" },
    });
    expect(await readdir(outside)).toEqual([]);
  });

  it("a link in place of the file is not followed", async () => {
    await writeFile(join(folder, "precious"), "x");
    await symlink(join(folder, "precious"), join(directories.input, "a.png"));
    expect(await put("input", "a.png", "y")).toMatch(/^a-/);
    expect(await readFile(join(folder, "precious"), "utf8")).toBe("x");
  });

  it("an input folder may be a link", async () => {
    const elsewhere = join(folder, "elsewhere");
    await mkdir(elsewhere);
    await rm(directories.input, { recursive: true });
    await symlink(elsewhere, directories.input);
    expect(await put("input", "a.png", "x")).toBe("a.png");
    expect(await readdir(elsewhere)).toEqual(["a.png"]);
  });

  it("an interrupted write leaves no file", async () => {
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Buffer.from("x");
      throw new Error("cut");
    }
    const files = createLocalFilesFacet({ name: "studio", directories: () => directories });
    await expect(files.put("input", "a.png", broken())).rejects.toThrow("cut");
    const ending = new AbortController();
    ending.abort(new Error("enough"));
    await expect(files.put("input", "a.png", bodyOf("x"), { signal: ending.signal })).rejects.toThrow(
      "enough",
    );
    expect(await readdir(directories.input)).toEqual([]);
  });

  it("a folder with the name is an error", async () => {
    await writeFile(join(directories.input, "file"), "x");
    await expect(put("input", "file/a.png", "x")).rejects.toMatchObject({ code: "MANAGED_FILE_FAILED" });
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "a read-only folder is told",
    async () => {
      await chmod(directories.input, 0o500);
      await expect(put("input", "a.png", "x")).rejects.toMatchObject({
        code: "MANAGED_FILE_FAILED",
        details: { reason: "you have no permission to write there" },
      });
      await chmod(directories.input, 0o700);
    },
  );
});

it("names may contain dots and spaces", () => {
  expect(checkName("a b/c.d..e.png")).toEqual({ kind: "name", parts: ["a b", "c.d..e.png"] });
});

describe("opening an output", () => {
  const file = (filename: string, more: Partial<OutputFile> = {}): OutputFile =>
    outputFile({ node: "1", filename, address: "http://there", ...more });
  const read = async (wanted: OutputFile, remote?: string): Promise<string> => {
    const fetch = async () => (remote === undefined ? undefined : bodyOf(remote));
    const chunks: Uint8Array[] = [];
    for await (const chunk of createLocalOutput({ directories: () => directories, fetch }).open(wanted))
      chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it("reads from output, subfolders and temp", async () => {
    writeTestFiles(directories.output, { "sub/a.png": "one" });
    await writeFile(join(directories.temp, "b.png"), "two");
    expect(await read(file("a.png", { subfolder: "sub" }))).toBe("one");
    expect(await read(file("b.png", { area: "temp" }))).toBe("two");
    expect(pathOf(file("a.png", { subfolder: "sub" }), directories)).toBe(
      join(directories.output, "sub", "a.png"),
    );
  });

  it("requests a missing file from the server, and rejects if none is running", async () => {
    expect(await read(file("gone.png"), "from the server")).toBe("from the server");
    await expect(read(file("gone.png"))).rejects.toMatchObject({ code: "BACKEND_FILE_GONE" });
  });

  it.each([
    [file("../../secret")],
    [file("secret", { subfolder: "../.." })],
    [file("secret", { subfolder: "link" })],
    [file("link")],
    [file("/etc/hostname")],
  ])("never reads outside: %j", async (wanted) => {
    await writeFile(join(folder, "secret"), "secret");
    await symlink(folder, join(directories.output, "link"));
    expect(await read(wanted, "from the server")).toBe("from the server");
  });
});
