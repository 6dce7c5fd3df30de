// Execution without a server: previews, interrupts during a node, results that depend on files.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeImage, encodePng, imageFormatOf } from "@pictor/images";
import { catalog } from "../nodes/catalog.js";
import { disc, runGraph, temporaryFolders } from "../testing/run-graph.js";
import { loaders, sampler } from "../testing/workflows.js";
import {
  execute,
  type ResultCache,
  type RunEvent,
  type RunRequest,
  type ExecutionContext,
} from "@pictor/comfyui-graph";

describe("previews", () => {
  const graph = (width: number, height: number) => ({
    ...loaders,
    empty: ["EmptyLatentImage", { width, height, batch_size: 1 }] as const,
    k: sampler(["empty", 0], { steps: 2 }),
    decode: ["VAEDecode", { samples: ["k", 0], vae: ["model", 2] }] as const,
    save: ["SaveImage", { images: ["decode", 0], filename_prefix: "x" }] as const,
  });
  const previewsOf = (events: readonly RunEvent[]): Uint8Array[] =>
    events.flatMap((event) => (event.kind === "step" && event.preview ? [event.preview] : []));

  it.each([
    [64, 64, 512, 512],
    [96, 64, 512, 341],
    [64, 128, 256, 512],
  ])("of %i by %i pixels are JPEG files of %i by %i", (width, height, shownWidth, shownHeight) => {
    const found = previewsOf(runGraph(graph(width, height), {}, { previews: true }).events);
    expect(found.map(imageFormatOf)).toEqual(["jpeg", "jpeg"]);
    expect(decodeImage(found[0]!)).toMatchObject({ width: shownWidth, height: shownHeight });
  });

  it("are absent when they are not requested", () => {
    expect(previewsOf(runGraph(graph(64, 64)).events)).toEqual([]);
  });
});

describe("a run", () => {
  const folders = temporaryFolders();
  const graph = {
    load: { class_type: "LoadImage", inputs: { image: "in.png" } },
    blur: { class_type: "ImageBlur", inputs: { image: ["load", 0], blur_radius: 3, sigma: 1 } },
    show: { class_type: "PreviewImage", inputs: { images: ["blur", 0] } },
  };

  function run(context: Partial<ExecutionContext> = {}, request: Partial<RunRequest> = {}): RunEvent[] {
    const events: RunEvent[] = [];
    execute(
      { graph, outputs: ["show"], texts: {}, previews: false, ...request },
      {
        catalog,
        cache: new Map(),
        folders,
        tempTag: "abcde",
        isInterrupted: () => false,
        report: (event) => void events.push(event),
        ...context,
      },
    );
    return events;
  }

  it("stops during a long operation", () => {
    writeFileSync(path.join(folders.input, "in.png"), encodePng(disc(64, 512)));
    let checks = 0;
    // Each node is preceded by one check; the blur makes another one every 64 rows.
    const events = run({ isInterrupted: () => (checks += 1) > 4 });
    expect(events.at(-1)).toEqual({
      kind: "ended",
      ending: { kind: "interrupted", nodeId: "blur", executed: ["load"] },
    });
  });

  it("runs again after its input file was replaced, and only then", () => {
    const cache: ResultCache = new Map();
    const started = (): string[] =>
      run({ cache }).flatMap((event) => (event.kind === "nodeStarted" ? [event.nodeId] : []));
    writeFileSync(path.join(folders.input, "in.png"), encodePng(disc(8, 8)));
    expect(started()).toEqual(["load", "blur", "show"]);
    expect(started()).toEqual([]);
    writeFileSync(path.join(folders.input, "in.png"), encodePng(disc(16, 8)));
    expect(started()).toEqual(["load", "blur", "show"]);
  });

  it("fails with the name of the file that is not an image", () => {
    writeFileSync(path.join(folders.input, "in.png"), "text");
    expect(run().at(-1)).toMatchObject({
      ending: {
        kind: "error",
        failure: {
          nodeId: "load",
          exceptionType: "PIL.UnidentifiedImageError",
          exceptionMessage: `cannot identify image file '${path.join(folders.input, "in.png").replaceAll("\\", "\\\\")}'\n`,
          currentInputs: { image: ["in.png"] },
        },
      },
    });
  });

  it("reports only stack frames as traceback, although the message has lines that look like frames", () => {
    writeFileSync(path.join(folders.input, "in.png"), encodePng(disc(8, 8)));
    const message = "first\n    at second\nthird";
    const beforeNode = (): never => {
      throw Object.assign(new Error(message), { name: "RuntimeError" });
    };
    const last = run({ hooks: { beforeNode, beforeStep: () => undefined } }).at(-1);
    if (last?.kind !== "ended" || last.ending.kind !== "error") throw new Error("It did not fail");
    const { exceptionMessage, traceback } = last.ending.failure;
    expect(exceptionMessage).toBe(`${message}\n`);
    expect(traceback).toHaveLength(3);
    expect(traceback.filter((line) => !/^ {4}at .*:\d+:\d+\)?\n$/.test(line))).toEqual([]);
  });
});
