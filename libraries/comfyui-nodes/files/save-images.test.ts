// Files: PNG files, names of saved images, paths inside a folder.
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inside, pythonJson } from "@pictor/comfyui-graph";
import { expandPrefix, nextCounter, saveImages } from "./save-images.js";
import { encodePng } from "@pictor/images";

/** pngjs has no types of its own. */
const { PNG } = createRequire(import.meta.url)("pngjs") as {
  PNG: { sync: { read(file: Buffer): { width: number; height: number; data: Buffer } } };
};

const folder = (): string => mkdtempSync(path.join(os.tmpdir(), "images-"));

describe("a PNG file", () => {
  const pixels = Uint8Array.from({ length: 5 * 3 * 3 }, (_, i) => (i * 37) % 256);

  it("is decoded to the same pixels by another decoder", () => {
    const { width, height, data } = PNG.sync.read(encodePng({ width: 5, height: 3, pixels }));
    expect([width, height]).toEqual([5, 3]);
    expect(Uint8Array.from(data.filter((_, i) => i % 4 !== 3))).toEqual(pixels);
  });

  it("contains its texts in ASCII before the image data", () => {
    const text = pythonJson({ text: "käse 🧀", seed: 18446744073709551615n });
    const file = encodePng({ width: 5, height: 3, pixels }, { texts: { prompt: text } }).toString("latin1");
    expect(file.indexOf("tEXtprompt\0")).toBeLessThan(file.indexOf("IDAT"));
    expect(file).toContain(String.raw`{"text": "k\u00e4se \ud83e\uddc0", "seed": 18446744073709551615}`);
  });
});

describe("names of images", () => {
  it("continue after the highest counter of the same prefix in the folder", () => {
    const root = folder();
    writeFileSync(path.join(root, "a_00041_.png"), "");
    expect(
      saveImages(root, "a", [Buffer.from("x"), Buffer.from("y")]).map(({ filename }) => filename),
    ).toEqual(["a_00042_.png", "a_00043_.png"]);
    expect(saveImages(root, "b", [Buffer.from("x")])).toEqual([{ filename: "b_00001_.png", subfolder: "" }]);
  });

  it("continue in a folder of hundreds of thousands of files", () => {
    const names = Array.from({ length: 300_000 }, (_, index) => `a_${String(index).padStart(5, "0")}_.png`);
    expect(nextCounter([...names, "a_x.png", "b_900000_.png"], "a")).toBe(300_000);
  });

  it("may lead into a subfolder, but not outside the folder", () => {
    const root = folder();
    expect(saveImages(root, "x/y/z", [Buffer.from("x")])).toEqual([
      { filename: "z_00001_.png", subfolder: "x/y" },
    ]);
    expect(readdirSync(path.join(root, "x", "y"))).toEqual(["z_00001_.png"]);
    expect(() => saveImages(root, "../out", [])).toThrow("outside the output folder");
  });

  it.skipIf(process.platform === "win32")("are refused below a folder that cannot have children", () => {
    expect(() => saveImages("/proc/images/output", "a", [])).toThrow("/proc");
  });

  it("may contain variables; unknown ones are kept", () => {
    const values = { width: 64, height: 32, now: new Date(2026, 0, 2, 3, 4, 5) };
    expect(
      expandPrefix("%year%-%month%-%day%/%width%x%height%_%hour%%minute%%second%_%constructor%", values),
    ).toBe("2026-01-02/64x32_030405_%constructor%");
  });
});

describe("inside", () => {
  it.each([
    ["a.png", true],
    ["sub/a.png", true],
    ["..a", true],
    ["../a.png", false],
    ["sub/../../a.png", false],
    ["/etc/passwd", false],
  ])("%s: %s", (name, expected) => {
    expect(inside("/data", name) !== undefined).toBe(expected);
  });
});
