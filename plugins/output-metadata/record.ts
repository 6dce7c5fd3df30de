// The project record: everything that is needed to make the same picture again.

import type { Json, Output, OutputContext } from "@pictor/kernel/plugin";

/** Grows by one when a reader of the older form would go wrong. */
export const recordVersion = 1;

export type ProjectRecord = Readonly<Record<string, Json>>;

type Source = Pick<OutputContext, "workflow" | "params" | "features" | "plugins" | "backend">;
type Picture = Pick<Output, "prompt" | "seed" | "batch" | "index"> & Partial<Pick<Output, "metadata">>;

const secretName = /pass(word|phrase)?$|secret|token$|^(proxy-?)?authorization$|cookie|api-?key|credential/i;

/**
 * Settings without those whose name is a secret's. A picture is made to be shared; whoever runs it again gives such a
 * value anew.
 */
export function withoutSecrets(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecrets);
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>)
      .filter(([name]) => !secretName.test(name))
      .map(([name, entry]) => [name, withoutSecrets(entry)]),
  );
}

/** Takes single, named fields only: the backend's address, for one, stays out of pictures. */
export function projectRecord(picture: Picture, made: Source): ProjectRecord {
  const { name, kind, version, notice } = made.backend;
  return {
    version: recordVersion,
    workflow: made.workflow,
    params: withoutSecrets(made.params),
    features: made.features.map(({ id, settings }) => ({ id, settings: withoutSecrets(settings) })),
    prompt: { positive: picture.prompt.positive, negative: picture.prompt.negative },
    seed: picture.seed.toString(),
    batch: picture.batch,
    index: picture.index,
    // What output steps before this one had to say.
    ...(Object.keys(picture.metadata ?? {}).length > 0 && {
      metadata: withoutSecrets({ ...picture.metadata }),
    }),
    plugins: { ...made.plugins },
    backend: { name, kind, version, ...(notice === undefined ? {} : { notice }) },
  };
}
