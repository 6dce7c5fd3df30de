// The project record: everything that is needed to make the same picture again.

import type { Json, Output, OutputContext, Params } from "@pictor/kernel/plugin";
import { recordVersion } from "@pictor/picture-metadata";
import type { ProjectRecord, Shape } from "@pictor/picture-metadata";
import { numberOf } from "./settings.js";

type Source = Pick<OutputContext, "workflow" | "params" | "features" | "plugins" | "backend">;
type Picture = Pick<Output, "prompt" | "seed" | "batch" | "index" | "place"> &
  Partial<Pick<Output, "metadata">>;

const secretName = /pass(word|phrase)?$|secret|token$|^(proxy-?)?authorization$|cookie|api-?key|credential/i;

/**
 * Settings without those whose name is a secret's. A picture is made to be shared; whoever runs it again gives such a
 * value anew.
 */
function withoutSecrets<Value extends Json>(value: Value): Value;
function withoutSecrets(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => withoutSecrets(entry));
  return Object.fromEntries(
    Object.entries(value as Params)
      .filter(([name]) => !secretName.test(name))
      .map(([name, entry]) => [name, withoutSecrets(entry)]),
  );
}

/**
 * What differs from the job's settings for this one picture, as far as the workflow has such a setting: its own seed;
 * the prompts with the choices that were made; of a batch, which picture it is. An animation is a batch in one file.
 */
function ownParams({ prompt, seed, place }: Picture, params: Params, isAnimated: boolean): Params {
  const isOfBatch = (numberOf(params, "batchSize") ?? 1) > 1 && params["batchIndex"] === 0 && !isAnimated;
  const isWritten = (name: string, text: string): boolean => typeof params[name] === "string" && text !== "";
  return {
    ...params,
    ...(Object.hasOwn(params, "seed") && { seed: seed.toString() }),
    ...(isWritten("prompt", prompt.positive) && { prompt: prompt.positive }),
    ...(isWritten("negative", prompt.negative) && { negative: prompt.negative }),
    ...(isOfBatch && { batchIndex: place + 1 }),
  };
}

/** Takes single, named fields only: the backend's address, for one, stays out of pictures. */
export function projectRecord(picture: Picture, made: Source, shape?: Shape): ProjectRecord {
  const { name, kind, version, notice } = made.backend;
  const { prompt, seed, batch, index, place, metadata = {} } = picture;
  return {
    version: recordVersion,
    workflow: made.workflow,
    params: withoutSecrets(ownParams(picture, made.params, shape?.isAnimated === true)),
    features: made.features.map(({ id, settings }) => ({ id, settings: withoutSecrets(settings) })),
    prompt: { positive: prompt.positive, negative: prompt.negative },
    seed: seed.toString(),
    ...{ batch, index, place },
    // What output steps before this one had to say.
    ...(Object.keys(metadata).length > 0 && { metadata: withoutSecrets({ ...metadata }) }),
    plugins: { ...made.plugins },
    backend: { name, kind, version, ...(notice === undefined ? {} : { notice }) },
  };
}
