// GET and POST options: the options of the caller's token, which no other token has.

import { asString } from "@pictor/kernel/plugin";
import { modelFilesOf } from "../backend/files.js";
import { settingsOfOptions } from "../backend/settings-of-options.js";
import { readOptions } from "../fields/option-fields.js";
import { modelTitles } from "../names/models.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route } from "./route.js";

export const readTokenOptions: Route = async ({ session, options }) => {
  const { params } = await options.read(session);
  const chosen = asString(params["model"]) ?? asString(params["diffusionModel"]);
  const [first = ""] = chosen === undefined ? modelTitles(await modelFilesOf(session)) : [];
  return jsonReply({
    sd_model_checkpoint: chosen ?? first,
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
