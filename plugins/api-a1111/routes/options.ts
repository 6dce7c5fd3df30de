// GET and POST options: the options of the caller's token, which no other token has.

import { asString, firstChoice, type SettingsSchema } from "@pictor/kernel/plugin";
import { modelFilesOf } from "../backend/files.js";
import type { Session } from "../backend/session.js";
import { settingsOfOptions } from "../backend/settings-of-options.js";
import { readOptions } from "../fields/option-fields.js";
import { modelTitles } from "../names/models.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route } from "./route.js";

/** The model of a request that names none: a checkpoint as the workflow chooses it, else the first model. */
async function usualModel(session: Session): Promise<string> {
  const files = await modelFilesOf(session);
  const { params } = await session.client.calls.readWorkflow({ params: { id: "txt2img" } });
  const { model } = (params as unknown as SettingsSchema).properties;
  const from = model?.type === "string" ? model["x-optionsFrom"] : undefined;
  return firstChoice(files.checkpoints, from ?? {}) ?? modelTitles(files)[0] ?? "";
}

export const readTokenOptions: Route = async ({ session, options }) => {
  const { params } = await options.read(session);
  const chosen = asString(params["model"]) ?? asString(params["diffusionModel"]);
  return jsonReply({
    sd_model_checkpoint: chosen ?? (await usualModel(session)),
    sd_checkpoint_hash: "",
    sd_vae: asString(params["vae"]) ?? "Automatic",
    CLIP_stop_at_last_layers: typeof params["clipSkip"] === "number" ? params["clipSkip"] : 1,
    samples_format: "png",
  });
};

export const changeTokenOptions: Route = async ({ session, options, body }) => {
  const read = readOptions(await body());
  const { changes, notes } = await settingsOfOptions(read.options, session);
  if (Object.keys(changes).length > 0) await options.change(session, changes);
  const all = [...read.notes, ...notes];
  return jsonReply(all.length === 0 ? null : { notes: all }, all);
};
