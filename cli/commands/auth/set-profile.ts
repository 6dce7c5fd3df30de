// `pictor auth set`: creates a profile or changes its fields. Secrets go to the secret store; a failure leaves no partial change.

import { dirname } from "node:path";
import { deleteUnusedSecrets } from "@pictor/features/profiles";
import type { ExitCode } from "../../base/exit-codes.js";
import { randomSuffix } from "../../base/random-suffix.js";
import { UsageError } from "../../base/usage-error.js";
import { referencedPath } from "../../input/secret-option.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { homePath } from "../../text/home-path.js";
import { type PendingSecret, type AuthSetOptions, editProfile, type Profile } from "./edit-profile.js";
import { reportProfile, savedProfile } from "./saved-profile.js";
import { storeSecretsAndWrite } from "./stored-secrets.js";

/** Reads a secret from the prompt or from standard input: one line, or the whole input for a multiline field. */
async function readSecret(
  { interaction, signal }: Pick<CommandHost, "interaction" | "signal">,
  { field, title, isMultiline }: PendingSecret,
): Promise<string> {
  if (isMultiline && interaction.hasPerson) {
    const hint = `Write --secret ${field}=file:PATH, or pipe it in.`;
    throw new UsageError("USAGE_VALUE", `${field} has several lines, and a prompt takes one.`, hint);
  }
  const value = isMultiline
    ? await interaction.lines.rest(signal)
    : await interaction.enter({ title, secret: true }, signal);
  if (value !== undefined && value !== "") return value;
  throw new UsageError(
    "USAGE_VALUE",
    `Nothing was given for ${field}.`,
    "Type the value, or pipe it to the command.",
  );
}

export async function runSet(host: CommandHost, name: string, options: AuthSetOptions): Promise<ExitCode> {
  const { kernel, configuration } = host;
  // A relative path starts at the folder of the file that names it, which can be the user's file or the project's.
  const { profileFiles, writesTo } = configuration;
  const file = Object.hasOwn(profileFiles, name) ? profileFiles[name] : undefined;
  const folder = dirname(file ?? writesTo);
  const sources = {
    schemes: kernel.contributions("authSchemes"),
    suffix: randomSuffix(),
    pathOf: (typed: string) => referencedPath(typed, process.cwd(), folder),
  };
  const plan = (existing: Profile | undefined) => editProfile(name, existing, options, sources);
  let edit = plan(savedProfile(host, name));
  const secrets = new Map<string, string>();
  // If the secret store is unusable, the command must fail before the user types a secret.
  if (edit.pending.length > 0) await kernel.secrets.describe();
  for (const pending of edit.pending) secrets.set(pending.newName, await readSecret(host, pending));
  host.signal.throwIfAborted();
  const savedIn = await storeSecretsAndWrite(kernel, secrets, () =>
    kernel.profiles.change(name, (current) => {
      edit = plan(current);
      return edit.profile;
    }),
  );
  // If the profile already referred to a secret, the new value is stored under the existing name.
  for (const { name: keptName, newName } of edit.pending) {
    if (keptName === newName) continue;
    await kernel.secrets.set(keptName, secrets.get(newName) ?? "");
    await kernel.secrets.delete(newName);
  }
  await deleteUnusedSecrets(kernel, edit.unreferenced);
  return reportProfile(host, await kernel.profiles.view(name), [
    `Saved ${name} in ${homePath(savedIn)}.`,
    ...(secrets.size > 0 ? [`Its secrets are in ${homePath(await kernel.secrets.describe())}.`] : []),
    ...edit.stale.map((field) => `${field} is unchanged; --unset ${field} removes it.`),
  ]);
}

export const setProfile = hostedCommand(runSet);
