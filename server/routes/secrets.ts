// Routes: the configuration, and the named secrets, which can be written but not read.

import { openTrustedFolder, type Power } from "@pictor/host";
import { fault } from "../contract/faults.js";
import { configurationFiles } from "./configuration-files.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

/** The pattern of secret names that are valid in files and on command lines. */
const namePattern = /^[^\s/\\\p{C}"'$`]{1,200}$/u;

function requireName(name: string): void {
  if (namePattern.test(name) && name !== "__proto__") return;
  const expected = "a name of at most 200 characters without spaces, quotes and slashes";
  throw fault("API_INPUT_INVALID", {
    pointer: "The name",
    expected,
    found: "a name with one of them, or a longer one",
    suggestion: "",
  });
}

const powerText = ({ text }: Power): string => text;

export const secretHandlers = ({
  pictor,
}: RouteDependencies): Handlers<"listSecrets" | "writeSecret" | "deleteSecret" | "readConfiguration"> => ({
  listSecrets: async () => ({
    status: 200,
    json: { names: [...(await pictor.secrets.names())].sort(), store: await pictor.secrets.describe() },
  }),
  writeSecret: async ({ params: { name }, body: { value } }) => {
    requireName(name);
    await pictor.secrets.set(name, value);
    return { status: 200, json: {} };
  },
  deleteSecret: async ({ params: { name } }) => {
    if (!(await pictor.secrets.names()).includes(name))
      throw fault("API_THING_UNKNOWN", { kind: "secret", id: name, list: "/v1/secrets" });
    await pictor.secrets.delete(name);
    return { status: 200, json: {} };
  },
  readConfiguration: async () => {
    const { directory, writesTo, values } = pictor.configuration;
    const { environment } = values;
    const { mode, powers, untrusted } = await openTrustedFolder(directory);
    return {
      status: 200,
      json: {
        directory,
        files: await configurationFiles(pictor.configuration),
        writesTo,
        ...(environment !== undefined && { environment }),
        environments: Object.keys(pictor.environments()),
        secretStore: await pictor.secrets.describe().catch(() => "nowhere"),
        trust: {
          ...(mode !== undefined && { mode }),
          powers: powers.map(powerText),
          untrusted: untrusted.map(powerText),
        },
      },
    };
  },
});
