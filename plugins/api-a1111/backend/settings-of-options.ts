// Turns options of the web UI into settings of a workflow, with the names of the backend's files.

import type { Note } from "../base/note.js";
import type { OptionFields } from "../fields/option-fields.js";
import { modelSetting, moduleSettings, vaeSetting } from "../names/models.js";
import { encodersOf, modelFilesOf, vaesOf } from "./files.js";
import type { Session } from "./session.js";

export type Params = Readonly<Record<string, unknown>>;

/** Settings that an option replaces; undefined removes a setting. */
export type Changes = Readonly<Record<string, unknown>>;

const encoderNames = ["encoder1", "encoder2", "encoder3", "encoder4"] as const;
const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

/** Returns the settings with the changes. */
export const withChanges = (params: Params, changes: Changes): Params =>
  Object.fromEntries(Object.entries({ ...params, ...changes }).filter(([, value]) => value !== undefined));

/** `place` is `override_settings.` inside a request. Rejects with `A1111_NAME_UNKNOWN`, or with the error of a call. */
export async function settingsOfOptions(
  { checkpoint, vae, clipSkip, modules }: OptionFields,
  session: Session,
  place = "",
): Promise<{ readonly changes: Changes; readonly notes: readonly Note[] }> {
  const model =
    checkpoint === undefined
      ? {}
      : {
          ...none(["model", "diffusionModel"]),
          ...modelSetting(checkpoint, await modelFilesOf(session), `${place}sd_model_checkpoint`),
        };
  const found =
    modules === undefined
      ? { settings: {}, notes: [] }
      : moduleSettings(
          modules,
          { vaes: await vaesOf(session), encoders: await encodersOf(session) },
          `${place}forge_additional_modules`,
        );
  const own =
    vae === undefined
      ? {}
      : { vae: vae === null ? undefined : vaeSetting(vae, await vaesOf(session), `${place}sd_vae`) };
  return {
    changes: {
      ...model,
      ...(modules !== undefined && { ...none(["vae", ...encoderNames]), ...found.settings }),
      ...own,
      ...(clipSkip !== undefined && { clipSkip }),
    },
    notes: found.notes,
  };
}
