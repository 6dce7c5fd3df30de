// The state of a setting, saved or not, and a run of one of its scheme's actions.

import {
  fault,
  interactionFor,
  missingFields,
  PictorError,
  raceAbort,
  type AuthActionResult,
  type AuthActionView,
  type AuthSetting,
  type AuthStatus,
  type Interaction,
} from "@pictor/kernel";
import type { Provided } from "../provided/provided.js";
import type { Scheme } from "../requests/auth-setting.js";

interface ActionsDependencies {
  readonly provided: Pick<Provided, "authScheme">;
}

/** The status of a setting. One that cannot be resolved counts as missing; `place` is the path of its fields in errors. */
export async function statusOfSetting(
  scheme: Scheme,
  place: string,
  getSetting: () => Promise<AuthSetting>,
  { provided }: ActionsDependencies,
): Promise<AuthStatus> {
  try {
    const setting = await getSetting();
    const fields = missingFields(scheme.settings, setting.settings);
    if (fields.length > 0) return { state: "missing", fields };
    return await (await provided.authScheme(scheme)).status(setting);
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    const { where } = error.details;
    const isField = typeof where === "string" && where.startsWith(`${place}/`);
    const fields = isField ? [where.slice(place.length + 1).split("/", 1)[0] ?? ""] : [];
    return { state: "missing", fields, notes: [`${error.what} ${error.hint}`.trim()] };
  }
}

/** The actions of a scheme; with a status, those that are available in it. */
export const availableActions = (
  { actions = [] }: Scheme,
  status: AuthStatus | undefined,
): readonly AuthActionView[] =>
  actions
    .filter(({ id }) => status?.actions?.includes(id) ?? true)
    .map(({ id, title, input }) => ({ id, title, ...(input === undefined ? {} : { input }) }));

export interface RunOptions {
  readonly input: string | undefined;
  readonly interaction: Interaction;
  readonly signal: AbortSignal;
}

export async function runAction(
  scheme: Scheme,
  action: string,
  getSetting: () => Promise<AuthSetting>,
  { input, interaction, signal }: RunOptions,
  { provided }: ActionsDependencies,
): Promise<AuthActionResult> {
  const act = (await provided.authScheme(scheme)).actions?.[action];
  if (act === undefined) throw fault("INTERNAL", { reason: `the action ${action} is not provided` });
  const setting = await getSetting();
  signal.throwIfAborted();
  const context = {
    interaction: interactionFor(scheme.plugin, interaction),
    signal,
    ...(input === undefined ? {} : { input }),
  };
  // An action that ignores the signal is not awaited, and its later result is dropped.
  return raceAbort(signal, act(setting, context));
}
