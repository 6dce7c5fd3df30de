// Auth settings that are used before they are saved: their states and their actions.

import {
  didYouMean,
  fault,
  type AuthDraft,
  type AuthDrafts,
  type Interaction,
  type ProfileView,
} from "@pictor/kernel";
import type { Provided } from "../provided/provided.js";
import {
  findScheme,
  inlinePlace,
  inlineSettingOf,
  type AuthSources,
  type Scheme,
} from "../requests/auth-setting.js";
import { unknownEdits } from "./action-edits.js";
import { availableActions, runAction, statusOfSetting } from "./scheme-actions.js";

export interface AuthDraftsDependencies {
  readonly sources: AuthSources;
  readonly interaction: Interaction;
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal;
  readonly provided: Pick<Provided, "authScheme">;
}

export function createAuthDrafts(deps: AuthDraftsDependencies): AuthDrafts {
  const { sources } = deps;
  const schemeOf = (draft: AuthDraft): Scheme =>
    findScheme(draft.auth.type, inlinePlace(draft.auth), sources);
  const settingOf = async ({ auth, profile }: AuthDraft) => inlineSettingOf(auth, profile, "draft", sources);

  const view = async (draft: AuthDraft): Promise<ProfileView> => {
    const { type, ...fields } = draft.auth;
    const base = {
      name: draft.profile ?? "",
      type,
      file: undefined,
      profile: { type, schemes: { [type]: fields } },
    };
    if (type === "none")
      return { ...base, title: "No Auth", configured: false, status: { state: "ready" }, actions: [] };
    const scheme = schemeOf(draft);
    const status = await statusOfSetting(scheme, inlinePlace(draft.auth), () => settingOf(draft), deps);
    const actions = availableActions(scheme, status);
    return { ...base, title: scheme.title, configured: status.state !== "missing", status, actions };
  };

  return {
    view,
    async claims(draft) {
      if (draft.auth.type === "none") return [];
      const { claims } = await deps.provided.authScheme(schemeOf(draft));
      return (await claims?.(await settingOf(draft))) ?? [];
    },
    async run(draft, action, { input, signal = deps.signal, interaction = deps.interaction } = {}) {
      const scheme = schemeOf(draft);
      const known = scheme.actions ?? [];
      const declared = known.find(({ id }) => id === action);
      const profile = draft.profile ?? "this setting";
      if (declared === undefined)
        throw fault("AUTH_ACTION_UNKNOWN", {
          ...{ profile, action, known: known.map(({ id }) => id).join(", ") || "none" },
          suggestion: didYouMean(
            action,
            known.map(({ id }) => id),
          ),
        });
      if (declared.input !== undefined && input === undefined)
        throw fault("AUTH_ACTION_INPUT", { profile, action, title: declared.input.title });
      const options = { input, interaction, signal: AbortSignal.any([deps.signal, signal]) };
      const { edit = {}, notes = [] } = await runAction(
        scheme,
        action,
        () => settingOf(draft),
        options,
        deps,
      );
      return {
        view: await view(draft),
        notes: [...notes, ...unknownEdits(edit, scheme, sources)],
        // Only a saved profile has fields of other schemes.
        fields: edit[scheme.id] ?? {},
      };
    },
  };
}
