// Reads the settings of an image from the graph of InvokeAI that made it, for images without `invokeai_metadata`.

import type { Json, JsonObject } from "../../base/json.js";
import { parseNumber } from "../setting-values.js";
import type { ForeignLora } from "../foreign-loras.js";
import type { ForeignImage } from "./foreign-image.js";
import { objectOf } from "./read-json.js";
import { samplerOf } from "./samplers.js";

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly field: string;
}

/** The name of a model: a text, or an object of version 3 (`model_name`) or later (`name`). */
export function modelNameOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  const { name, model_name: older, key } = objectOf(value);
  return [name, older, key].find((text) => typeof text === "string");
}

const idOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const edgesOf = (graph: JsonObject): readonly Edge[] =>
  (Array.isArray(graph["edges"]) ? (graph["edges"] as readonly Json[]) : []).map((edge) => {
    const [source, destination] = [
      objectOf(objectOf(edge)["source"]),
      objectOf(objectOf(edge)["destination"]),
    ];
    return {
      from: idOf(source["node_id"]),
      to: idOf(destination["node_id"]),
      field: idOf(destination["field"]),
    };
  });

/** The nodes whose types begin with one of the words, by their ids. */
const nodesOf = (graph: JsonObject, type: RegExp): readonly (readonly [string, JsonObject])[] =>
  Object.entries(objectOf(graph["nodes"]))
    .map(([id, node]) => [id, objectOf(node)] as const)
    .filter(([, node]) => type.test(idOf(node["type"])));

/** Undefined for a graph that samples nothing. Values that come over a link are taken from the node before. */
export function readInvokeGraph(graph: JsonObject): ForeignImage | undefined {
  const [sampler] = nodesOf(graph, /(^|_)denoise(_latents)?$/);
  if (sampler === undefined) return undefined;
  const [id, node] = sampler;
  const edges = edgesOf(graph);
  const nodes = objectOf(graph["nodes"]);
  const before = (of: string, field: string): readonly [string, JsonObject] | undefined => {
    const edge = edges.find(({ to, field: into }) => to === of && into === field);
    return edge && [edge.from, objectOf(nodes[edge.from])];
  };
  /** The value of a field; over links, that of the first node that has one. */
  const valueOf = (of: string, field: string, names: readonly string[], depth = 0): Json | undefined => {
    const source = before(of, field);
    if (source === undefined || depth > 20) return undefined;
    const [sourceId, found] = source;
    const over = names
      .map((name) => valueOf(sourceId, name, names, depth + 1))
      .find((value) => value !== undefined);
    return over ?? names.map((name) => found[name]).find((value) => value !== undefined && value !== null);
  };
  const texts = ["prompt", "value", "collection", "item", "positive_conditioning", "conditioning"];
  const noise = ["seed", "value"];
  const [, loader] = nodesOf(graph, /model_loader$/)[0] ?? ["", {}];
  const [, noiseNode] = before(id, "noise") ?? ["", {}];
  const loras = nodesOf(graph, /lora_loader$|lora_selector$/).flatMap(
    ([, { lora, weight }]): readonly ForeignLora[] => {
      const name = modelNameOf(lora);
      return name === undefined ? [] : [{ name, weight: parseNumber(weight) }];
    },
  );
  return {
    prompt: valueOf(id, "positive_conditioning", texts) ?? valueOf(id, "positive_text_conditioning", texts),
    negative: valueOf(id, "negative_conditioning", texts) ?? valueOf(id, "negative_text_conditioning", texts),
    seed: valueOf(id, "noise", noise) ?? node["seed"],
    steps: node["steps"] ?? node["num_steps"],
    cfg: node["cfg_scale"],
    width: noiseNode["width"] ?? node["width"],
    height: noiseNode["height"] ?? node["height"],
    model: modelNameOf(loader["model"]),
    samplerName: node["scheduler"],
    sampler: samplerOf(node["scheduler"]),
    loras,
    notes: ["The settings were read from the graph of InvokeAI; nodes without a counterpart were left out."],
  };
}
