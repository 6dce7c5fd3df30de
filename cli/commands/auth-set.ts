// `pictor auth set`: makes a profile or changes its fields; secrets go to the secret store, and nothing half-done stays.

import type { ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { editProfile, type AskedSecret } from "../input/profile-edit.js";
import { referencedPath } from "../input/secret-field.js";
import { UsageError } from "../input/usage-error.js";
import type { AuthSetOptions } from "../options.js";
import type { Invocation } from "../program.js";
import { endWithProfile, savedProfile } from "./auth-profile.js";

/** From the prompt, else from standard input: one line for each secret, or all of it where lines belong to the value. */
async function readSecret(
  { interaction, signal }: Pick<Host, "interaction" | "signal">,
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

export async function set(host: Host, name: string, options: AuthSetOptions): Promise<ExitCode> {
  const { kernel, configuration } = host;
  const edit = editProfile(name, savedProfile(host, name), options, {
    schemes: kernel.contributions("authSchemes"),
    pathOf: (typed) => referencedPath(typed, process.cwd(), configuration.directory),
  });
  const secrets: (readonly [name: string, value: string])[] = [];
  // A store that cannot be used says so before anybody types.
  if (edit.asked.length > 0) await kernel.secrets.describe();
  for (const asked of edit.asked) secrets.push([asked.name, await readSecret(host, asked)]);
  host.signal.throwIfAborted();
  // The profile first: should the store fail now, the profile says what is missing, and no secret is left behind.
  const file = await kernel.profiles.save(name, edit.profile);
  for (const [secret, value] of secrets) await kernel.secrets.set(secret, value);
  for (const secret of edit.dropped) await kernel.secrets.delete(secret);
  return endWithProfile(host, await kernel.profiles.view(name), [
    `Saved ${name} in ${file}.`,
    ...(secrets.length > 0 ? [`Its secrets are in ${await kernel.secrets.describe()}.`] : []),
  ]);
}

export const setProfile = (
  name: string,
  options: AuthSetOptions,
  invocation: Invocation,
): Promise<ExitCode> => withKernel(invocation, (host) => set(host, name, options));
