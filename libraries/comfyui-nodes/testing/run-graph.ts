// For tests: runs a graph without a server and without a thread, in temporary folders.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { decodeImage, encodePng, type Raster, type RgbaImage } from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import {
  type Ending,
  execute,
  type FileReference,
  type NodeFolders,
  type RunEvent,
  type UiOutput,
} from "@pictor/comfyui-graph";
import { catalog } from "../nodes/catalog.js";

/** A node as `["Class", inputs]`; an input of the form `["id", slot]` is a link. */
export type ShortGraph = Readonly<Record<string, readonly [string, Readonly<Record<string, unknown>>]>>;

export interface GraphRun {
  readonly ending: Ending;
  readonly events: readonly RunEvent[];
  readonly folders: NodeFolders;
  /** The UI output of a node. */
  ui(id: string): UiOutput;
  /** The bytes of the files that a node wrote. */
  files(id: string): readonly Buffer[];
  /** The decoded images that a node wrote. */
  rasters(id: string): readonly RgbaImage[];
}

const roots: string[] = [];

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** Empty folders, which are removed after the tests of the file. */
export function temporaryFolders(): NodeFolders {
  const root = mkdtempSync(path.join(os.tmpdir(), "pictor-nodes-"));
  roots.push(root);
  const folder = (name: string): string => {
    mkdirSync(path.join(root, name));
    return path.join(root, name);
  };
  return { output: folder("output"), temp: folder("temp"), input: folder("input") };
}

/** Files for the input folder by name; images are written as PNG files. */
export type InputFiles = Readonly<Record<string, Uint8Array | RgbaImage>>;

export function runGraph(short: ShortGraph, inputs: InputFiles = {}, { previews = false } = {}): GraphRun {
  const folders = temporaryFolders();
  for (const [name, content] of Object.entries(inputs)) {
    writeFileSync(path.join(folders.input, name), "rgba" in content ? encodePng(content) : content);
  }
  const graph = Object.fromEntries(
    Object.entries(short).map(([id, [class_type, values]]) => [id, { class_type, inputs: { ...values } }]),
  );
  const isOutput = ([, { class_type }]: [string, { class_type: string }]): boolean =>
    catalog.get(class_type)?.signature.outputNode === true;
  const outputs = Object.entries(graph).filter(isOutput);
  const events: RunEvent[] = [];
  execute(
    { graph, outputs: outputs.map(([id]) => id), texts: { prompt: JSON.stringify(graph) }, previews },
    {
      catalog,
      cache: new Map(),
      folders,
      tempTag: "abcde",
      isInterrupted: () => false,
      report: (event) => void events.push(event),
    },
  );
  const ui = (id: string): UiOutput => {
    const shown = events.find((event) => event.kind === "nodeFinished" && event.nodeId === id && event.ui);
    return shown?.kind === "nodeFinished" ? (shown.ui ?? {}) : {};
  };
  const files = (id: string): Buffer[] =>
    ((ui(id)["images"] ?? []) as readonly FileReference[]).map(({ type, subfolder, filename }) =>
      readFileSync(path.join(folders[type], subfolder, filename)),
    );
  const last = events.at(-1);
  if (last?.kind !== "ended") throw new Error("The run did not end");
  if (last.ending.kind === "error") throw new Error(JSON.stringify(last.ending.failure));
  return {
    ending: last.ending,
    events,
    folders,
    ui,
    files,
    rasters: (id) => files(id).map((file) => decodeImage(file)),
  };
}

/** Runs a single node and returns its outputs. */
export function callNode(
  name: string,
  inputs: Readonly<Record<string, unknown>>,
  folders: NodeFolders = { output: "", temp: "", input: "" },
): readonly unknown[] {
  const definition = catalog.get(name);
  if (!definition) throw new Error(`There is no node ${name}`);
  const nothing = (): void => undefined;
  const run = {
    step: nothing,
    send: nothing,
    check: nothing,
    folders,
    texts: {},
    tempTag: "abcde",
    graph: {},
  };
  return definition.execute(inputs, run).outputs;
}

/** Rows of numbers, written on one line. */
export const rows = (...numbers: readonly number[][]): number[][] => [...numbers];

/** A raster of gray values by row, repeated in each channel. */
export function gray(rows: readonly (readonly number[])[], channels = 3): Raster {
  const values = rows.flat().flatMap((value) => Array.from({ length: channels }, () => value));
  return { width: rows[0]?.length ?? 0, height: rows.length, channels, values: Float32Array.from(values) };
}

/** The first channel of a raster as rows, rounded to three digits. */
export function rowsOf({ width, height, channels, values }: Raster): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: width },
      (_, x) => Math.round((values[(y * width + x) * channels] as number) * 1000) / 1000,
    ),
  );
}

export const image = (...rasters: Raster[]): ImageBatch => ({ rasters });
export const mask = (...masks: Raster[]): MaskBatch => ({ masks });

/** The mean of the absolute differences between two images, in byte values, over the pixels that `includes` accepts. */
export function difference(
  a: RgbaImage,
  b: RgbaImage,
  includes: (x: number, y: number) => boolean = () => true,
): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error("The images differ in size");
  let [total, count] = [0, 0];
  a.rgba.forEach((value, i) => {
    const pixel = Math.trunc(i / 4);
    if (i % 4 === 3 || !includes(pixel % a.width, Math.trunc(pixel / a.width))) return;
    total += Math.abs(value - (b.rgba[i] as number));
    count += 1;
  });
  return total / Math.max(count, 1);
}

/** An image unlike any simulated one: a red disc on stripes. */
export function disc(width: number, height: number): RgbaImage {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (Math.min(width, height) / 3) ** 2;
      const stripe = (x >> 2) % 2 === 0 ? 200 : 120;
      rgba.set(inside ? [220, 40, 30, 255] : [stripe, stripe, 90, 255], (y * width + x) * 4);
    }
  }
  return { width, height, rgba, hasAlpha: false };
}
