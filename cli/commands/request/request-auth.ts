// The credentials of a curl command: used for this request only, or saved as a profile.

import { secretName } from "@pictor/features/profiles";
import { fault, knownNames, type RequestInput } from "@pictor/kernel";
import type { CurlAuth } from "@pictor/features/curl";
import { randomSuffix } from "../../base/random-suffix.js";
import { UsageError } from "../../base/usage-error.js";
import type { CommandHost } from "../../session/command-host.js";
import { homePath } from "../../text/home-path.js";
import { requireProfileName } from "../auth/edit-profile.js";
import { storeSecretsAndWrite } from "../auth/stored-secrets.js";

type InlineAuth = Exclude<NonNullable<RequestInput["auth"]>, string>;

/** Completes the credentials with the password that curl would ask for. */
async function complete({ interaction, signal }: CommandHost, credentials: CurlAuth): Promise<InlineAuth> {
  if (!("username" in credentials) || credentials.password !== undefined) return { ...credentials };
  const password = await interaction.enter(
    { title: `Password of ${credentials.username}`, secret: true },
    signal,
  );
  if (password !== undefined) return { ...credentials, password };
  throw new UsageError(
    "USAGE_VALUE",
    "The password of -u is missing.",
    "Type the password, pipe it to the command, or write -u name:password.",
  );
}

/** Saves the credentials as a new profile that is limited to the origin of `url`; secrets go to the secret store. */
async function saveProfile(
  { kernel, terminal }: CommandHost,
  name: string,
  { type, ...fields }: InlineAuth,
  url: string,
): Promise<void> {
  requireProfileName(name);
  if (kernel.profiles.names().includes(name))
    throw new UsageError("USAGE_OPTION", `There is already a profile ${name}.`, "Give --save another name.");
  const schemes = kernel.contributions("authSchemes");
  const scheme = schemes.find(({ id }) => id === type);
  if (scheme === undefined) {
    const known = schemes.map(({ id }) => id);
    throw fault("AUTH_SCHEME_UNKNOWN", { scheme: type, where: "--save", ...knownNames(type, known) });
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
  const file = await storeSecretsAndWrite(kernel, added, () =>
    kernel.profiles.save(name, { type, schemes: { [type]: values }, origins: [origin] }),
  );
  terminal.say(`Saved ${name} for ${origin} only, in ${homePath(file)}; its secrets are in ${store}.`);
}

/** The auth of the request: the named profile, the saved profile, or the credentials themselves. */
export async function resolveRequestAuth(
  host: CommandHost,
  input: RequestInput,
  credentials: CurlAuth | undefined,
  save: string | undefined,
): Promise<RequestInput["auth"]> {
  if (input.auth !== undefined) {
    const text = `The credentials in the curl command are ignored.`;
    if (credentials !== undefined) host.terminal.say(`${host.terminal.paint.yellow("note:")} ${text}`);
    return input.auth;
  }
  if (credentials === undefined) {
    if (save === undefined) return undefined;
    const hint = "It saves those of -u, of an Authorization header (Basic, Bearer), and of the address.";
    throw new UsageError("USAGE_OPTION", "The curl command has no credentials that --save could save.", hint);
  }
  const completed = await complete(host, credentials);
  if (save === undefined) return completed;
  await saveProfile(host, save, completed, input.url);
  return save;
}
