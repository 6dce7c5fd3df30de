// Routes: settings as plain JSON Schema.

import type { Pictor } from "@pictor/host";
import { plainSchema } from "@pictor/host/settings-schema";
import type { SettingsSchema } from "@pictor/kernel";
import { thingUnknown } from "@pictor/features/base";
import { route } from "./route.js";

interface WithSettings {
  readonly id: string;
  readonly settings: SettingsSchema;
}

const entries: Readonly<Record<string, (pictor: Pictor) => readonly WithSettings[]>> = {
  workflows: (pictor) =>
    pictor.contributions("workflows").map(({ id, params }) => ({ id, settings: params })),
  features: (pictor) => pictor.contributions("features"),
  "auth-schemes": (pictor) => pictor.contributions("authSchemes"),
  "backend-kinds": (pictor) => pictor.contributions("backends"),
};

export const settingsSchemaRoutes = {
  readSettingsSchema: route("GET /v1/settings-schemas/{kind}/{id}", {
    scope: "read",
    group: "describe",
    summary:
      "The settings of one of the workflows, features, auth-schemes or backend-kinds as plain JSON Schema",
    replies: { 200: { description: "The schema", media: ["application/schema+json"] } },
  }).handle(({ params: { kind, id } }, { pictor }) => {
    const found = Object.hasOwn(entries, kind)
      ? entries[kind]?.(pictor).find((entry) => entry.id === id)
      : undefined;
    if (found === undefined) throw thingUnknown(`schema of ${kind}`, id, "/v1/workflows");
    const text = JSON.stringify(plainSchema(found.settings));
    return new Response(text, { headers: { "Content-Type": "application/schema+json" } });
  }),
} as const;
