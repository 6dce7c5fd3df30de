// The diagrams of the READMEs: between marks that name a workflow and add-ons, what the kernel itself builds of them.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createKernel, type Json, type Kernel, type Params } from "@pictor/kernel";
import { pngOf } from "@pictor/workflow-parts/testing";
import { drawGraph } from "./draw-graph.js";
import type { Schema } from "./type-of.js";

/** A workflow or an add-on, with settings. */
interface Part {
  readonly id: string;
  readonly settings: Params;
}

/** Reads `txt2img={"steps":4} + lora={"name":"detail"} + upscaler`. Throws for anything else. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (let rest = text.trim(); rest !== "";) {
    const id = /^[a-z0-9-]+/.exec(rest)?.[0];
    if (id === undefined) throw new Error(`"${rest}" begins with no id`);
    rest = rest.slice(id.length);
    const json = rest.startsWith("=") ? leadingJson(rest.slice(1)) : "";
    rest = rest.slice(json === "" ? 0 : json.length + 1).trimStart();
    parts.push({ id, settings: json === "" ? {} : (JSON.parse(json) as Params) });
    if (rest === "") break;
    if (!rest.startsWith("+ ")) throw new Error(`"${rest}" should begin with a plus`);
    rest = rest.slice(2).trimStart();
  }
  return parts;
}

/** The JSON object that a text begins with. */
function leadingJson(text: string): string {
  for (let end = text.indexOf("}"); end >= 0; end = text.indexOf("}", end + 1)) {
    const candidate = text.slice(0, end + 1);
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // A brace inside.
    }
  }
  throw new Error(`"${text}" begins with no JSON object`);
}

const isRecord = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPath = (schema: Schema): boolean => schema["format"] === "path";

/** What stands in for a required file that nobody named. */
const placeholder = (schema: Schema | undefined): Json | undefined => {
  if (schema === undefined) return undefined;
  if (isPath(schema)) return "picture.png";
  return schema["type"] === "array" && isPath(schema["items"] as Schema) ? ["picture.png"] : undefined;
};

/** The settings with every path in `folder`, where a grey picture (or an empty file) stands in for the person's own. */
function withFiles(schema: Schema, value: Json | undefined, folder: string): Json {
  if (isPath(schema) && typeof value === "string") {
    const path = join(folder, basename(value));
    writeFileSync(path, path.endsWith(".png") ? pngOf({ width: 768, height: 512 }) : "");
    return path;
  }
  if (Array.isArray(value))
    return value.map((item: Json) => withFiles(schema["items"] as Schema, item, folder));
  if (!isRecord(value)) return value ?? null;
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema["required"] ?? []) as readonly string[];
  const missing = required.flatMap((name) => {
    const stand = Object.hasOwn(value, name) ? undefined : placeholder(properties[name]);
    return stand === undefined ? [] : [[name, stand] as const];
  });
  return Object.fromEntries(
    [...missing, ...Object.entries(value)].map(([name, entry]) => [
      name,
      withFiles(properties[name] ?? {}, entry, folder),
    ]),
  );
}

/** Draws what a mark asks for; without a text, the workflow `own` with its example. */
export interface Draughtsman {
  draw(text: string, own: string | undefined): Promise<string>;
  dispose(): Promise<void>;
}

async function drawn(kernel: Kernel, parts: readonly Part[], folder: string): Promise<string> {
  const [first, ...features] = parts;
  const workflow = kernel.contributions("workflows").find(({ id }) => id === first?.id);
  if (first === undefined || workflow === undefined)
    throw new Error(`there is no workflow "${first?.id ?? ""}"`);
  const given = { ...workflow.example, ...first.settings } as Params;
  const params = withFiles({ ...workflow.params }, given, folder) as Params;
  const used = features.map(({ id, settings }) => {
    const feature = kernel.contributions("features").find((known) => known.id === id);
    return { id, settings: withFiles({ ...feature?.settings }, settings, folder) as Params };
  });
  const graphOf = async (list: typeof used) =>
    (await kernel.build({ workflow: workflow.id, params, features: list })).graphs[0] ?? {};
  const graph = await graphOf(used);
  return drawGraph(graph, used.length === 0 ? undefined : await graphOf([]));
}

/** `plugins` are folders. Choices that live on a backend are those of the embedded one. */
export async function createDraughtsman(plugins: readonly string[]): Promise<Draughtsman> {
  const kernel = await createKernel({
    sources: plugins.map((path) => ({ kind: "directory", path: resolve(path) })),
    defaultBackends: [{ name: "embedded", settings: { kind: "embedded" } }],
  });
  const folder = mkdtempSync(join(tmpdir(), "pictor-graphs-"));
  return {
    draw: (text, own) => drawn(kernel, partsOf(text === "" ? (own ?? "") : text), folder),
    async dispose() {
      await kernel.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
