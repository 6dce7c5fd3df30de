// Input files: named by their contents, and read once while they stay unchanged.

import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createInputFiles } from "./input-file.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-input-"));
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const collected: Uint8Array[] = [];
  for await (const piece of pieces) collected.push(piece);
  return Buffer.concat(collected).toString();
}

describe("an input file", () => {
  it("has a name from its file name and contents, a type, a length, and can be read repeatedly", async () => {
    const path = write("My Cat (1).PNG", "meow");
    const file = await createInputFiles()(path);
    const sha256 = "404cdd7bc109c432f8cc2443b45bcfe95980f5107215c645236e577929ac3e52";
    expect({ ...file, open: undefined }).toEqual({
      name: "My-Cat-1--404cdd7bc109.png",
      mime: "image/png",
      length: 4,
      source: { path, sha256 },
      open: undefined,
    });
    expect(await textOf(file.open())).toBe("meow");
    expect(await textOf(file.open())).toBe("meow");
  });

  it("has one name, whether its accents stand apart from their letters or not", async () => {
    const input = createInputFiles();
    const names = ["Größe é.png".normalize("NFC"), "Größe é.png".normalize("NFD")];
    const files = await Promise.all(names.map((name) => input(write(name, "x"))));
    expect(new Set(files.map(({ name }) => name))).toEqual(new Set(["Größe-é-2d711642b726.png"]));
  });

  it("with other contents has another name", async () => {
    const input = createInputFiles();
    const [a, b] = [await input(write("a.png", "1")), await input(write("b.png", "2"))];
    expect(a.name.slice(2)).not.toBe(b.name.slice(2));
  });

  it("is the same record while it is unchanged, and a new one afterwards", async () => {
    const input = createInputFiles();
    const path = write("c.jpg", "one");
    const first = await input(path);
    expect(await input(path)).toBe(first);
    write("c.jpg", "two");
    utimesSync(path, 1, 1);
    expect((await input(path)).name).not.toBe(first.name);
  });

  it.each([
    ["a file that is not there", "nothing.png", /there is no such file/],
    ["a folder", ".", /it is a folder/],
    ["a long name", "a".repeat(300), /it is too long/],
  ])("%s is refused", async (_situation, name, reason) => {
    await expect(createInputFiles()(join(folder, name))).rejects.toMatchObject({
      code: "INPUT_NOT_READABLE",
      details: { reason: expect.stringMatching(reason) as string },
    });
  });

  it.skipIf(process.platform === "win32")("a device is refused", async () => {
    await expect(createInputFiles()("/dev/null")).rejects.toMatchObject({
      code: "INPUT_NOT_READABLE",
      details: { reason: "it is not a file but a pipe or a device" },
    });
  });

  it("whose contents have changed when they are needed rejects: its name says what it was", async () => {
    const path = write("e.png", "one");
    const file = await createInputFiles()(path);
    write("e.png", "two");
    await expect(textOf(file.open())).rejects.toMatchObject({ code: "INPUT_NOT_READABLE" });
  });

  it("rejects with the reason of an abort", async () => {
    const reason = new Error("enough");
    await expect(createInputFiles()(write("d.png", "x"), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
