// Outputs are saved as new files.

import { outputContext } from "@pictor/host/testing";
import type { Files } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { parseNameTemplate } from "./name-template.js";
import { noConfiguredValues, output, pngBytes } from "./testing/outputs.js";
import { createSaveFile } from "./save-file.js";

const context = outputContext();
const now = () => new Date(2026, 2, 4, 5, 6, 7);

/** Files in memory that follow the contract: the first free name, never over an existing file. */
function fakeFiles(taken: readonly string[] = []) {
  const disk = new Map(taken.map((path) => [path, "existing"]));
  const signals: (AbortSignal | undefined)[] = [];
  const files: Files = {
    async create(directory, names, body, signal) {
      signals.push(signal);
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      for (const name of names) {
        const path = `${directory}/${name}`;
        if (disk.has(path)) continue;
        disk.set(path, Buffer.concat(pieces).toString("latin1"));
        return path;
      }
      throw new Error("all names are taken");
    },
    requireWritable: () => Promise.resolve(),
    input: () => Promise.reject(new Error("not expected in this test")),
  };
  return { disk, signals, files };
}

function save(files: Files, template = "{date}_{time}-{workflow}-{seed}") {
  const parsed = parseNameTemplate(template, noConfiguredValues);
  return createSaveFile(files, parsed, noConfiguredValues, now)(output, context);
}

describe("an output", () => {
  it("is saved below the folder of the host, and its path is added", async () => {
    const { disk, signals, files } = fakeFiles();
    const path = "/images/2026-03-04_05-06-07-txt2img-42.png";
    expect(await save(files)).toEqual({ ...output, path });
    expect([...disk]).toEqual([[path, pngBytes]]);
    expect(signals).toEqual([context.signal]);
  });

  it("gets the next free name if names are taken", async () => {
    const { disk, files } = fakeFiles(["/images/x/42.png", "/images/x/42_2.png"]);
    expect(await save(files, "x/{seed}")).toMatchObject({ path: "/images/x/42_3.png" });
    expect(disk.get("/images/x/42.png")).toBe("existing");
  });
});
