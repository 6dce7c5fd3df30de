// Reads the settings of an image from the graph of InvokeAI that made it, for images without `invokeai_metadata`.

import type { Json, JsonObject } from "../../base/json.js";
import { parseNumber } from "../setting-values.js";
import type { ForeignLora } from "../foreign-loras.js";
import type { ForeignImage } from "./foreign-image.js";
import { listOf, objectOf } from "./read-json.js";
import { samplerOf } from "./samplers.js";

/** The name of a model: a text, or an object of version 3 (`model_name`) or later (`name`). */
export function modelNameOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  const { name, model_name: older, key } = objectOf(value);
  return [name, older, key].find((text) => typeof text === "string");
}

const idOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const linkTo = (id: Json | undefined, field: Json | undefined): string =>
  JSON.stringify([idOf(id), idOf(field)]);

/** The ids of the nodes before, by the fields to which they are linked; of several, the first. */
const linksOf = (graph: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    listOf(graph["edges"])
      .toReversed()
      .map((edge) => {
        const { source, destination } = objectOf(edge);
        const { node_id: to, field } = objectOf(destination);
        return [linkTo(to, field), idOf(objectOf(source)["node_id"])];
      }),
  );

/** The most links over which a value is looked for. */
const maxLinks = 20;

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
  const links = linksOf(graph);
  const nodes = objectOf(graph["nodes"]);
  /** The value of a field; over links, that of the first node that has one. Each link is followed once. */
  const valueOf = (of: string, into: string, names: readonly string[]): Json | undefined => {
    const followed = new Set<string>();
    const find = (link: string, depth: number): Json | undefined => {
      const source = links.get(link);
      if (source === undefined || depth > maxLinks || followed.has(link)) return undefined;
      followed.add(link);
      for (const name of names) {
        const value = find(linkTo(source, name), depth + 1);
        if (value !== undefined) return value;
      }
      const found = objectOf(nodes[source]);
      return names.map((name) => found[name]).find((value) => value !== undefined && value !== null);
    };
    return find(linkTo(of, into), 0);
  };
  const texts = ["prompt", "value", "collection", "item", "positive_conditioning", "conditioning"];
  const noise = ["seed", "value"];
  const [, loader] = nodesOf(graph, /model_loader$/)[0] ?? ["", {}];
  const noiseNode = objectOf(nodes[links.get(linkTo(id, "noise")) ?? ""]);
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
