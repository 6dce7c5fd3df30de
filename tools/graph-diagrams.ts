// Draws the diagrams of the READMEs: a mark names a workflow and features, and the kernel builds their graph.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createPictor, type Json, type Pictor, type Params } from "@pictor/host";
import { isRecord } from "@pictor/kernel";
import { createGrayPng } from "@pictor/workflow-parts/testing";
import { drawGraph } from "./draw-graph.js";
import type { Schema } from "../host/settings-schema/type-of.js";

/** A workflow or a feature, with settings. */
interface WorkflowUse {
  readonly id: string;
  readonly settings: Params;
}

/** Parses a mark such as `txt2img={"steps":4} + lora={"name":"detail"} + upscaler`; throws on a syntax error. */
export function parseDiagramMark(text: string): readonly WorkflowUse[] {
  const uses: WorkflowUse[] = [];
  for (let rest = text.trim(); rest !== "";) {
    const id = /^[a-z0-9-]+/.exec(rest)?.[0];
    if (id === undefined) throw new Error(`the mark lacks an id before "${rest}"`);
    rest = rest.slice(id.length);
    const json = rest.startsWith("=") ? takeJsonObject(rest.slice(1)) : "";
    rest = rest.slice(json === "" ? 0 : json.length + 1).trimStart();
    uses.push({ id, settings: json === "" ? {} : (JSON.parse(json) as Params) });
    if (rest === "") break;
    if (!rest.startsWith("+ ")) throw new Error(`the mark lacks "+ " before "${rest}"`);
    rest = rest.slice(2).trimStart();
  }
  return uses;
}

/** The JSON object at the start of a string. */
function takeJsonObject(text: string): string {
  for (let end = text.indexOf("}"); end >= 0; end = text.indexOf("}", end + 1)) {
    const candidate = text.slice(0, end + 1);
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // The brace is inside the JSON object, so the next brace is tried.
    }
  }
  throw new Error(`the mark lacks a JSON object before "${text}"`);
}

const isPath = (schema: Schema): boolean => schema["format"] === "path";

/** The value of a required file setting that the mark does not give. */
const placeholderPath = (schema: Schema | undefined): Json | undefined => {
  if (schema === undefined) return undefined;
  if (isPath(schema)) return "image.png";
  return schema["type"] === "array" && isPath(schema["items"] as Schema) ? ["image.png"] : undefined;
};

/** The settings with every file path in `folder`; a gray PNG, or an empty file of another type, is created for each. */
function createFiles(schema: Schema, value: Json | undefined, folder: string): Json {
  if (isPath(schema) && typeof value === "string") {
    const path = join(folder, basename(value));
    writeFileSync(path, path.endsWith(".png") ? createGrayPng({ width: 768, height: 512 }) : "");
    return path;
  }
  if (Array.isArray(value))
    return value.map((item: Json) => createFiles(schema["items"] as Schema, item, folder));
  if (!isRecord(value)) return value ?? null;
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema["required"] ?? []) as readonly string[];
  const missing = required.flatMap((name) => {
    const path = Object.hasOwn(value, name) ? undefined : placeholderPath(properties[name]);
    return path === undefined ? [] : [[name, path] as const];
  });
  return Object.fromEntries(
    [...missing, ...Object.entries(value)].map(([name, entry]) => [
      name,
      createFiles(properties[name] ?? {}, entry, folder),
    ]),
  );
}

export interface DiagramDrawer {
  /** Draws the diagram of a mark. An empty mark means the workflow `own` with its example settings. */
  draw(text: string, own: string | undefined): Promise<string>;
  dispose(): Promise<void>;
}

async function drawUses(pictor: Pictor, uses: readonly WorkflowUse[], folder: string): Promise<string> {
  const [first, ...features] = uses;
  const workflow = pictor.contributions("workflows").find(({ id }) => id === first?.id);
  if (first === undefined || workflow === undefined)
    throw new Error(`there is no workflow "${first?.id ?? ""}"`);
  const given = { ...workflow.example, ...first.settings } as Params;
  const params = createFiles({ ...workflow.params }, given, folder) as Params;
  const used = features.map(({ id, settings }) => {
    const feature = pictor.contributions("features").find((known) => known.id === id);
    return { id, settings: createFiles({ ...feature?.settings }, settings, folder) as Params };
  });
  const buildGraph = async (list: typeof used) =>
    (await pictor.build({ workflow: workflow.id, params, features: list })).graphs[0] ?? {};
  const graph = await buildGraph(used);
  return drawGraph(graph, used.length === 0 ? undefined : await buildGraph([]));
}

/** `plugins` are plugin folders. Choices from a backend's catalog are those of the embedded backend. */
export async function createDiagramDrawer(plugins: readonly string[]): Promise<DiagramDrawer> {
  const pictor = await createPictor({
    builtins: "none",
    plugins: plugins.map((path) => ({ kind: "directory", path: resolve(path) })),
    defaultBackends: [{ name: "embedded", settings: { kind: "embedded" } }],
  });
  const folder = mkdtempSync(join(tmpdir(), "pictor-graphs-"));
  return {
    draw: (text, own) => drawUses(pictor, parseDiagramMark(text === "" ? (own ?? "") : text), folder),
    async dispose() {
      await pictor.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
