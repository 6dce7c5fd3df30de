// The lists of the web UI: what the backend has, under the names by which requests choose it.

import { modelTitle } from "@pictor/kernel/plugin";
import { encodersOf, lorasOf, modelFilesOf, samplersOf, upscaleModelsOf, vaesOf } from "../backend/files.js";
import type { ChoicesOptions, Session } from "../backend/session.js";
import { listedFiles, modelName } from "../names/match-name.js";
import { modelTitles } from "../names/models.js";
import { automatic, samplerName, schedulerName } from "../names/samplers.js";
import { latentModes, plainUpscalers } from "../names/upscalers.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route } from "./route.js";

const list =
  (read: (session: Session) => Promise<unknown>): Route =>
  async ({ session }) =>
    jsonReply(await read(session));

const moduleOf = (file: string) => ({ model_name: file, filename: file });
const scheduler = (name: string, label: string) => ({
  name,
  label,
  aliases: null,
  default_rho: -1,
  need_inner_model: false,
});
const upscaler = (name: string, model: string | null, scale: number | null) => ({
  name,
  model_name: model,
  model_path: model,
  model_url: null,
  scale,
});

/** The backend tells no hashes, so a title is the name of the file alone. */
export const sdModels = list(async (session) =>
  listedFiles(modelTitles(await modelFilesOf(session)), modelName).map(({ file, name }) => ({
    title: file,
    model_name: name,
    hash: null,
    sha256: null,
    filename: file,
    config: null,
  })),
);

export const samplers = list(async (session) => {
  const ids = (await samplersOf(session)).samplers;
  const byName = new Map<string, readonly string[]>();
  for (const id of ids) {
    const shared = byName.get(samplerName(id));
    // A variant for the GPU has the name of its sampler; another sampler with a name that is taken has its id as name.
    const name = shared === undefined || id.endsWith("_gpu") ? samplerName(id) : id;
    byName.set(name, [...(byName.get(name) ?? []), id]);
  }
  return [...byName].map(([name, aliases]) => ({ name, aliases, options: {} }));
});

export const schedulers = list(async (session) => [
  scheduler(automatic, "Automatic"),
  ...(await samplersOf(session)).schedulers.map((id) => {
    const { name, label } = schedulerName(id);
    return scheduler(name, label);
  }),
  scheduler("align_your_steps", "Align Your Steps"),
]);

export const loras = list(async (session) =>
  listedFiles(await lorasOf(session), modelTitle).map(({ file, name }) => ({
    name,
    alias: name,
    path: file,
    metadata: {},
  })),
);

export const upscalers = list(async (session) => [
  ...plainUpscalers.map((name) => upscaler(name, null, 4)),
  ...listedFiles(await upscaleModelsOf(session), modelName).map(({ file, name }) =>
    upscaler(name, file, null),
  ),
]);

export const latentUpscaleModes = list(() => Promise.resolve(latentModes.map((name) => ({ name }))));
export const sdVae = list(async (session) => (await vaesOf(session)).map(moduleOf));
export const sdModules = list(async (session) =>
  [...(await vaesOf(session)), ...(await encodersOf(session))].map(moduleOf),
);

/** Has the backend look for its files again. The reply of the web UI is empty. */
const refreshed = (read: (session: Session, options: ChoicesOptions) => Promise<unknown>): Route =>
  list(async (session) => {
    await read(session, { refresh: true });
    return null;
  });
export const refreshCheckpoints = refreshed(modelFilesOf);
export const refreshVae = refreshed(vaesOf);
export const refreshLoras = refreshed(lorasOf);

/** A list of something that Pictor does not have. */
export const empty = (value: unknown): Route => list(() => Promise.resolve(value));

/** The memory of the backend's devices. */
export const memory: Route = async ({ session }) => {
  const { client, backend } = session;
  const name = backend ?? (await client.calls.listBackends()).default;
  const found = name === undefined ? undefined : await client.calls.readBackend({ params: { name } });
  const [device] = found?.info?.devices ?? [];
  const { totalBytes: total, freeBytes: free } = device ?? {};
  const isKnown = total !== undefined && free !== undefined;
  const cuda = isKnown ? { system: { free, used: total - free, total } } : { error: "unavailable" };
  return jsonReply({ ram: { error: "unavailable" }, cuda });
};
