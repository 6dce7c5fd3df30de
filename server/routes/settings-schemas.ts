// Routes: settings as plain JSON Schema.

import { plainSchema, type SettingsSchema } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

interface WithSettings {
  readonly id: string;
  readonly settings: SettingsSchema;
}

export const settingsSchemaHandlers = ({ pictor }: RouteDependencies): Handlers<"readSettingsSchema"> => {
  const entries: Readonly<Record<string, () => readonly WithSettings[]>> = {
    workflows: () => pictor.contributions("workflows").map(({ id, params }) => ({ id, settings: params })),
    features: () => pictor.contributions("features"),
    "auth-schemes": () => pictor.contributions("authSchemes"),
    "backend-kinds": () => pictor.contributions("backends"),
  };
  return {
    readSettingsSchema: ({ params: { kind, id } }) => {
      const found = Object.hasOwn(entries, kind)
        ? entries[kind]?.().find((entry) => entry.id === id)
        : undefined;
      if (found === undefined)
        throw fault("API_THING_UNKNOWN", { kind: `schema of ${kind}`, id, list: "/v1/workflows" });
      const text = JSON.stringify(plainSchema(found.settings));
      return new Response(text, { headers: { "Content-Type": "application/schema+json" } });
    },
  };
};
