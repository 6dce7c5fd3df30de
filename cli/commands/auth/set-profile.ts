// `pictor auth set`: makes a profile or changes its fields; secrets go to the secret store, and nothing half-done stays.

import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { randomSuffix } from "../../base/random-suffix.js";
import { UsageError } from "../../base/usage-error.js";
import { referencedPath } from "../../input/secret-option.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { homePath } from "../../text/home-path.js";
import { type AskedSecret, type AuthSetOptions, editProfile, type Profile } from "./edit-profile.js";
import { endWithProfile, savedProfile } from "./saved-profile.js";
import { forgetSecrets, withSecrets } from "./stored-secrets.js";

/** From the prompt, else from standard input: one line for each secret, or all of it where lines belong to the value. */
async function readSecret(
  { interaction, signal }: Pick<CommandHost, "interaction" | "signal">,
  { field, title, isMultiline }: AskedSecret,
): Promise<string> {
  if (isMultiline && interaction.hasPerson) {
    const hint = `Write --secret ${field}=file:PATH, or pipe it in.`;
    throw new UsageError("USAGE_VALUE", `${field} has several lines, and a prompt takes one.`, hint);
  }
  const value = isMultiline
    ? await interaction.lines.rest(signal)
    : await interaction.enter({ title, secret: true }, signal);
  if (value !== undefined && value !== "") return value;
  throw new UsageError("USAGE_VALUE", `Nothing was given for ${field}.`, "Type it, or pipe it in.");
}

export async function set(host: CommandHost, name: string, options: AuthSetOptions): Promise<ExitCode> {
  const { kernel, configuration } = host;
  const sources = {
    schemes: kernel.contributions("authSchemes"),
    suffix: randomSuffix(),
    pathOf: (typed: string) => referencedPath(typed, process.cwd(), configuration.directory),
  };
  const planned = (existing: Profile | undefined) => editProfile(name, existing, options, sources);
  let edit = planned(savedProfile(host, name));
  const secrets = new Map<string, string>();
  // A store that cannot be used says so before anybody types.
  if (edit.asked.length > 0) await kernel.secrets.describe();
  for (const asked of edit.asked) secrets.set(asked.newName, await readSecret(host, asked));
  host.signal.throwIfAborted();
  const file = await withSecrets(kernel, secrets, () =>
    kernel.profiles.change(name, (own) => {
      edit = planned(own);
      return edit.profile;
    }),
  );
  // A secret that the profile's own file names already keeps its name.
  for (const { name: kept, newName } of edit.asked) {
    if (kept === newName) continue;
    await kernel.secrets.set(kept, secrets.get(newName) ?? "");
    await kernel.secrets.delete(newName);
  }
  await forgetSecrets(host, edit.dropped);
  return endWithProfile(host, await kernel.profiles.view(name), [
    `Saved ${name} in ${homePath(file)}.`,
    ...(secrets.size > 0 ? [`Its secrets are in ${homePath(await kernel.secrets.describe())}.`] : []),
    ...edit.stale.map((field) => `${field} stays as it was; --unset ${field} takes it out.`),
  ]);
}

export const setProfile = (
  name: string,
  options: AuthSetOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithHost(invocation, (host) => set(host, name, options));
