// Creates the project record of an output: everything that is needed to make the same image again, without secrets.

import {
  secretNamePattern,
  type Json,
  type Output,
  type OutputContext,
  type Params,
} from "@pictor/kernel/plugin";
import { recordVersion, type ImageHeader, type ProjectRecord } from "@pictor/image-metadata";
import { numberSetting } from "./settings.js";

type RecordedContext = Pick<
  OutputContext,
  "workflow" | "params" | "features" | "inputs" | "plugins" | "backend"
>;
type RecordedOutput = Pick<Output, "prompt" | "seed" | "batch" | "index" | "place"> &
  Partial<Pick<Output, "metadata">>;

/** In the inputs of nodes, "token" is also a word of prompts: `max_tokens` is no secret, `access_token` is one. */
const suggestsSecret = (name: string): boolean =>
  secretNamePattern.test(name.replace(/token(?=[-_]?[a-z])/gi, ""));

/**
 * Removes settings whose names suggest secrets, because images are shared. They must be set again to make the image again.
 */
function withoutSecrets<Value extends Json>(value: Value): Value;
function withoutSecrets(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => withoutSecrets(entry));
  return Object.fromEntries(
    Object.entries(value as Params)
      .filter(([name]) => !suggestsSecret(name))
      .map(([name, entry]) => [name, withoutSecrets(entry)]),
  );
}

/**
 * The settings of the job with the values of this one image: its seed, its prompts with choices resolved, and its batch
 * index. Only settings that the workflow has are replaced. An animation keeps its batch index, because one file contains the
 * whole batch.
 */
function imageParams({ prompt, seed, place }: RecordedOutput, params: Params, isAnimated: boolean): Params {
  const isOneOfBatch =
    (numberSetting(params, "batchSize") ?? 1) > 1 && params["batchIndex"] === 0 && !isAnimated;
  const replaces = (name: string, text: string): boolean => typeof params[name] === "string" && text !== "";
  return {
    ...params,
    ...(Object.hasOwn(params, "seed") && seed !== undefined && { seed: seed.toString() }),
    ...(replaces("prompt", prompt.positive) && { prompt: prompt.positive }),
    ...(replaces("negative", prompt.negative) && { negative: prompt.negative }),
    ...(isOneOfBatch && { batchIndex: place + 1 }),
  };
}

/** Copies selected fields only: the address of the backend, for example, must not get into an image. */
export function createProjectRecord(
  output: RecordedOutput,
  context: RecordedContext,
  header?: ImageHeader,
): ProjectRecord {
  const { name, kind, version, notice } = context.backend;
  const { prompt, seed, batch, index, place, metadata = {} } = output;
  return {
    version: recordVersion,
    workflow: context.workflow,
    params: withoutSecrets(imageParams(output, context.params, header?.isAnimated === true)),
    ...(context.inputs.length > 0 && {
      files: Object.fromEntries(context.inputs.map(({ path, sha256 }) => [path, sha256])),
    }),
    features: context.features.map(({ id, settings }) => ({ id, settings: withoutSecrets(settings) })),
    prompt: { positive: prompt.positive, negative: prompt.negative },
    ...(seed !== undefined && { seed: seed.toString() }),
    batch,
    index,
    place,
    ...(Object.keys(metadata).length > 0 && { metadata: withoutSecrets({ ...metadata }) }),
    plugins: { ...context.plugins },
    backend: { name, kind, version, ...(notice === undefined ? {} : { notice }) },
  };
}
