// The operation that shows the configuration.

import type { Pictor } from "@pictor/host";
import { openTrustedFolder, type Power } from "@pictor/host/trust";
import { ok, operation } from "../base/index.js";
import { configurationFiles } from "./configuration-files.js";

export interface ConfigurationContext {
  readonly pictor: Pick<
    Pictor,
    "configuration" | "environment" | "environments" | "outputDirectory" | "secrets"
  >;
}

const powerText = ({ text }: Power): string => text;

export const configurationOperations = {
  readConfiguration: operation("GET /v1/configuration", {
    scope: "read",
    group: "profiles",
    summary: "The loaded configuration files, and whether the project is trusted",
    replies: ok("ConfigurationView", "The files"),
  }).handle(async (_call, { pictor }: ConfigurationContext) => {
    const { directory, writesTo } = pictor.configuration;
    const environment = pictor.environment();
    const { mode, powers, untrusted } = await openTrustedFolder(directory);
    return {
      directory,
      files: await configurationFiles(pictor.configuration),
      writesTo,
      outputs: pictor.outputDirectory(),
      ...(environment !== undefined && { environment }),
      environments: Object.keys(pictor.environments()),
      secretStore: await pictor.secrets.describe().catch(() => "nowhere"),
      trust: {
        ...(mode !== undefined && { mode }),
        powers: powers.map(powerText),
        untrusted: untrusted.map(powerText),
      },
    };
  }),
} as const;
