// `pictor auth remove`: a profile with its tokens and its named secrets, after asking.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { ownSecretsIn, secretName, type Profile } from "../input/profile-edit.js";
import { UsageError } from "../input/usage-error.js";
import type { AuthRemoveOptions } from "../options.js";
import { complaintOf } from "../output/complaint.js";
import { oneLine } from "../output/plain-text.js";
import type { Invocation } from "../program.js";
import { requireProfile, savedProfile } from "./auth-profile.js";

/** Secrets that `auth set` made for this profile, also those that nothing refers to any more; never a shared one. */
async function ownSecrets(
  { kernel }: Host,
  name: string,
  schemes: Profile["schemes"],
): Promise<readonly string[]> {
  const kept = new Set(await kernel.secrets.names());
  const fields = kernel
    .contributions("authSchemes")
    .flatMap(({ id, settings }) =>
      Object.keys(settings.properties).map((field) => secretName(name, id, [field])),
    );
  const referred = Object.entries(schemes).flatMap(([id, values]) => ownSecretsIn(name, id, values));
  return [...new Set([...fields, ...referred])].filter((secret) => kept.has(secret));
}

async function confirm(
  { kernel, interaction, terminal }: Host,
  name: string,
  secrets: number,
): Promise<boolean> {
  if (terminal.json || !interaction.hasPerson) {
    throw new UsageError("USAGE_OPTION", `Nobody can be asked whether to remove ${name}.`, "Give --yes.");
  }
  const users = kernel.backends().filter(({ auth }) => auth === name);
  const answer = await interaction.ask({
    title: `Remove the profile ${name} with its tokens and ${secrets === 1 ? "1 secret" : `${secrets} secrets`}?`,
    detail: users.map((backend) => `The backend ${backend.name} uses it.`),
    choices: ["remove", "keep"],
    safeChoice: "keep",
  });
  return answer === "remove";
}

const unreadable = /^(AUTH_SCHEME_UNKNOWN|CONFIG_\w+|SETTINGS_INVALID|VARIABLE_UNKNOWN)$/;

/** What became of the token, in sentences; none for a scheme without tokens. Other errors keep the profile as it is. */
async function clearTokens({ kernel, signal }: Host, name: string): Promise<readonly string[]> {
  try {
    const { notes } = await kernel.profiles.run(name, "clear", { signal });
    return notes.length > 0 ? notes : ["Its token is forgotten."];
  } catch (error) {
    const { code, what } = complaintOf(error);
    if (code === "AUTH_ACTION_UNKNOWN") return [];
    // A profile whose plugin is gone, or whose fields cannot be read any more, can be removed too.
    if (unreadable.test(code)) return [`A token that it may have had could not be looked for: ${what}`];
    throw error;
  }
}

export async function remove(host: Host, name: string, { yes }: AuthRemoveOptions): Promise<ExitCode> {
  const { kernel, terminal } = host;
  requireProfile(host, name);
  const secrets = await ownSecrets(host, name, savedProfile(host, name)?.schemes ?? {});
  if (!yes && !(await confirm(host, name, secrets.length))) {
    terminal.note(`${name} is kept.`);
    return exitCode("finished");
  }
  const cleared = await clearTokens(host, name);
  await kernel.profiles.remove(name);
  for (const secret of secrets) await kernel.secrets.delete(secret);
  const notes = [
    `Removed ${name}.`,
    ...cleared,
    ...(secrets.length > 0 ? [`Secrets deleted: ${secrets.join(", ")}.`] : []),
  ];
  if (terminal.json) terminal.record({ type: "result", status: "finished", exitCode: 0, notes });
  else for (const note of notes) terminal.note(oneLine(note));
  return exitCode("finished");
}

export const removeProfile = (
  name: string,
  options: AuthRemoveOptions,
  invocation: Invocation,
): Promise<ExitCode> => withKernel(invocation, (host) => remove(host, name, options));
