// Auth settings that are used before they are saved: their states and their actions.

import type { AuthDraft, AuthDrafts, ProfileView } from "@pictor/kernel";
import { findScheme, inlinePlace, inlineSettingOf, type Scheme } from "../requests/auth-setting.js";
import { unknownEdits } from "./action-edits.js";
import { availableActions, withoutAuth, type SchemeActions } from "./scheme-actions.js";

export function createAuthDrafts(schemes: SchemeActions): AuthDrafts {
  const { sources } = schemes;
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
    if (type === "none") return { ...base, ...withoutAuth };
    const scheme = schemeOf(draft);
    const status = await schemes.statusOf(scheme, inlinePlace(draft.auth), () => settingOf(draft));
    const actions = availableActions(scheme, status);
    return { ...base, title: scheme.title, configured: status.state !== "missing", status, actions };
  };

  return {
    view,
    async claims(draft) {
      if (draft.auth.type === "none") return [];
      return schemes.claimsOf(schemeOf(draft), () => settingOf(draft));
    },
    async run(draft, action, options) {
      const scheme = schemeOf(draft);
      const target = {
        name: draft.profile ?? "this setting",
        schemes: [scheme],
        settingOf: () => settingOf(draft),
      };
      const { edit = {}, notes = [] } = await schemes.run(target, action, options);
      return {
        view: await view(draft),
        notes: [...notes, ...unknownEdits(edit, scheme, sources)],
        // Only a saved profile has fields of other schemes.
        fields: edit[scheme.id] ?? {},
      };
    },
  };
}
