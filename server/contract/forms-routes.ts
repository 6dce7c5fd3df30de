// Routes: the state of forms: presets, and values for open forms.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const formsRoutes = {
  listPresets: {
    method: "GET",
    path: "/v1/presets",
    scope: "read",
    group: "forms",
    summary: "The presets by name, without their values",
    replies: ok("PresetList", "The presets"),
  },
  readPreset: {
    method: "GET",
    path: "/v1/presets/{name}",
    scope: "read",
    group: "forms",
    summary: "A preset with its values",
    replies: ok("Preset", "The preset"),
  },
  savePreset: {
    method: "PUT",
    path: "/v1/presets/{name}",
    scope: "generate",
    group: "forms",
    summary: "Create or replace a preset",
    body: "PresetDraft",
    replies: ok("Preset", "The preset as it is now"),
  },
  deletePreset: {
    method: "DELETE",
    path: "/v1/presets/{name}",
    scope: "generate",
    group: "forms",
    summary: "Delete a preset",
    replies: ok("Nothing", "It is deleted"),
  },
  recall: {
    method: "POST",
    path: "/v1/recall",
    scope: "generate",
    group: "forms",
    summary: "Put values into all open forms, with the event `recall`",
    body: "FormValues",
    replies: ok("Recalled", "The values were sent to the clients that read events"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
