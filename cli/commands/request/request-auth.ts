// The credentials of a curl command: used for this one request, or kept as a profile.

import { didYouMean, fault, type RequestInput } from "@pictor/host";
import { randomSuffix } from "../../base/random-suffix.js";
import { UsageError } from "../../base/usage-error.js";
import type { CommandHost } from "../../session/command-host.js";
import { homePath } from "../../text/home-path.js";
import { requireName, secretName } from "../auth/edit-profile.js";
import { withSecrets } from "../auth/stored-secrets.js";
import type { CurlAuth } from "./curl/credentials.js";

type InlineAuth = Exclude<NonNullable<RequestInput["auth"]>, string>;

/** The setting with the password that curl would ask for. */
async function complete({ interaction, signal }: CommandHost, found: CurlAuth): Promise<InlineAuth> {
  if (found.type === "bearer" || found.password !== undefined) return { ...found };
  const password = await interaction.enter({ title: `Password of ${found.username}`, secret: true }, signal);
  if (password !== undefined) return { ...found, password };
  throw new UsageError(
    "USAGE_VALUE",
    "The password of -u is missing.",
    "Type it, pipe it in, or write -u name:password.",
  );
}

/** Keeps the setting under a new name, bound to the origin that it was made for: secrets in the store, the rest in the file. */
async function keep(
  { kernel, terminal }: CommandHost,
  name: string,
  { type, ...fields }: InlineAuth,
  url: string,
): Promise<void> {
  requireName(name);
  if (kernel.profiles.names().includes(name))
    throw new UsageError("USAGE_OPTION", `There is a profile ${name} already.`, "Give --save another name.");
  const schemes = kernel.contributions("authSchemes");
  const scheme = schemes.find(({ id }) => id === type);
  if (scheme === undefined) {
    const known = schemes.map(({ id }) => id);
    const suggestion = didYouMean(type, known);
    throw fault("AUTH_SCHEME_UNKNOWN", {
      scheme: type,
      where: "--save",
      known: known.join(", "),
      suggestion,
    });
  }
  const secrets = Object.entries(fields).filter((entry): entry is [string, string] => {
    const [field, value] = entry;
    const declared = scheme.settings.properties[field];
    return (
      declared?.type === "string" &&
      declared["x-secret"] === true &&
      typeof value === "string" &&
      value !== ""
    );
  });
  const suffix = randomSuffix();
  const nameOf = (field: string): string => secretName(name, type, [field], suffix);
  const references = secrets.map(([field]) => [field, { $secret: nameOf(field) }] as const);
  const store = homePath(await kernel.secrets.describe());
  const values = { ...fields, ...Object.fromEntries(references) };
  const { origin } = new URL(url);
  const added = new Map(secrets.map(([field, value]) => [nameOf(field), value]));
  const file = await withSecrets(kernel, added, () =>
    kernel.profiles.save(name, { type, schemes: { [type]: values }, origins: [origin] }),
  );
  terminal.say(`Saved ${name} for ${origin} only, in ${homePath(file)}; its secrets are in ${store}.`);
}

/** What the request carries: a profile that was named, one that is made now, or the setting itself. */
export async function authOf(
  host: CommandHost,
  input: RequestInput,
  found: CurlAuth | undefined,
  save: string | undefined,
): Promise<RequestInput["auth"]> {
  if (input.auth !== undefined) {
    const text = `The curl command's own credentials are left out.`;
    if (found !== undefined) host.terminal.say(`${host.terminal.paint.yellow("note:")} ${text}`);
    return input.auth;
  }
  if (found === undefined) {
    if (save === undefined) return undefined;
    const hint = "It keeps those of -u, of an Authorization header (Basic, Bearer), and of the address.";
    throw new UsageError("USAGE_OPTION", "The curl command has no credentials that --save could keep.", hint);
  }
  const setting = await complete(host, found);
  if (save === undefined) return setting;
  await keep(host, save, setting, input.url);
  return save;
}
