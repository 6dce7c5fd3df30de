// Routes: the configuration, and the named secrets, which can be written but not read.

import { openTrustedFolder, type Power } from "@pictor/host/trust";
import { fault } from "../contract/faults.js";
import { inputInvalid, ok } from "@pictor/features/base";
import { configurationFiles } from "./configuration-files.js";
import { route } from "./route.js";

/** The pattern of secret names that are valid in files and on command lines. */
const namePattern = /^[^\s/\\\p{C}"'$`]{1,200}$/u;

function requireName(name: string): void {
  if (namePattern.test(name) && name !== "__proto__") return;
  const expected = "a name of at most 200 characters without spaces, quotes and slashes";
  throw inputInvalid("The name", expected, "a name with one of them, or a longer one");
}

const powerText = ({ text }: Power): string => text;

export const secretRoutes = {
  listSecrets: route({
    method: "GET",
    path: "/v1/secrets",
    scope: "admin",
    group: "profiles",
    summary: "The names of the secrets; their values cannot be read",
    replies: ok("SecretList", "The names"),
  }).handle(async (_call, { pictor }) => ({
    names: [...(await pictor.secrets.names())].sort(),
    store: await pictor.secrets.describe(),
  })),
  writeSecret: route({
    method: "PUT",
    path: "/v1/secrets/{name}",
    scope: "admin",
    group: "profiles",
    summary: "Store a secret, to which profiles and backends refer by its name",
    body: "SecretValue",
    replies: ok("Nothing", "It is stored"),
  }).handle(async ({ params: { name }, body: { value } }, { pictor }) => {
    requireName(name);
    await pictor.secrets.set(name, value);
    return {};
  }),
  deleteSecret: route({
    method: "DELETE",
    path: "/v1/secrets/{name}",
    scope: "admin",
    group: "profiles",
    summary: "Delete a secret",
    replies: ok("Nothing", "It does not exist any more"),
  }).handle(async ({ params: { name } }, { pictor }) => {
    if (!(await pictor.secrets.names()).includes(name))
      throw fault("API_THING_UNKNOWN", { kind: "secret", id: name, list: "/v1/secrets" });
    await pictor.secrets.delete(name);
    return {};
  }),
  readConfiguration: route({
    method: "GET",
    path: "/v1/configuration",
    scope: "read",
    group: "profiles",
    summary: "The loaded configuration files, and whether the project is trusted",
    replies: ok("ConfigurationView", "The files"),
  }).handle(async (_call, { pictor }) => {
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
