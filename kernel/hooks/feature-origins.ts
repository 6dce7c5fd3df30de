// Names the feature in the origins that its handlers add, so that an error says `lora.name` and not only `name`.

import type { FeatureUse, WorkflowDraft } from "../contract/draft.js";

/** The draft after the handlers of a feature; `before` is the draft that they received. */
export function withFeatureOrigins(
  before: WorkflowDraft,
  after: WorkflowDraft,
  { id, settings }: FeatureUse,
): WorkflowDraft {
  if (after.origins === before.origins) return after;
  const own = Object.entries(after.origins).flatMap(([input, { setting, ...more }]) => {
    const isNew = before.origins[input]?.setting !== setting;
    const isOwn = isNew && Object.hasOwn(settings, setting.split(".", 1)[0] ?? "");
    return isOwn ? [[input, { setting: `${id}.${setting}`, ...more }] as const] : [];
  });
  return own.length === 0 ? after : { ...after, origins: { ...after.origins, ...Object.fromEntries(own) } };
}
