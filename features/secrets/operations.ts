// The operations on the named secrets, which can be written but not read.

import type { Pictor } from "@pictor/host";
import { inputInvalid, ok, operation, thingUnknown } from "../base/index.js";

export interface SecretContext {
  readonly pictor: Pick<Pictor, "secrets">;
}

/** The pattern of secret names that are valid in files and on command lines. */
const namePattern = /^[^\s/\\\p{C}"'$`]{1,200}$/u;

function requireName(name: string): void {
  if (namePattern.test(name) && name !== "__proto__") return;
  const expected = "a name of at most 200 characters without spaces, quotes and slashes";
  throw inputInvalid("The name", expected, "a name with one of them, or a longer one");
}

export const secretOperations = {
  listSecrets: operation("GET /v1/secrets", {
    scope: "admin",
    group: "profiles",
    summary: "The names of the secrets; their values cannot be read",
    replies: ok("SecretList", "The names"),
  }).handle(async (_call, { pictor }: SecretContext) => ({
    names: [...(await pictor.secrets.names())].sort(),
    store: await pictor.secrets.describe(),
  })),
  writeSecret: operation("PUT /v1/secrets/{name}", {
    scope: "admin",
    group: "profiles",
    summary: "Store a secret, to which profiles and backends refer by its name",
    body: "SecretValue",
    replies: ok("Nothing", "The secret is stored"),
  }).handle(async ({ params: { name }, body: { value } }, { pictor }: SecretContext) => {
    requireName(name);
    await pictor.secrets.set(name, value);
    return {};
  }),
  deleteSecret: operation("DELETE /v1/secrets/{name}", {
    scope: "admin",
    group: "profiles",
    summary: "Delete a secret",
    replies: ok("Nothing", "The secret no longer exists"),
  }).handle(async ({ params: { name } }, { pictor }: SecretContext) => {
    if (!(await pictor.secrets.names()).includes(name)) throw thingUnknown("secret", name, "/v1/secrets");
    await pictor.secrets.delete(name);
    return {};
  }),
} as const;
