// `pictor auth remove`: deletes a profile with its tokens and secrets, after asking.

import type { Confirmation } from "@pictor/host/work";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { describeError } from "../../output/error-report.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { countOf } from "../../text/count-of.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { ownSecretsIn, type Profile } from "./edit-profile.js";
import { requireProfile, savedProfile } from "./saved-profile.js";
import { deleteUnusedSecrets } from "./stored-secrets.js";

/** The secrets that `auth set` stored for this profile; never a shared one. */
const ownSecrets = (name: string, schemes: Profile["schemes"]): readonly string[] =>
  Object.entries(schemes).flatMap(([id, values]) => ownSecretsIn(name, id, values));

const usersOf = ({ kernel }: CommandHost, name: string): readonly string[] =>
  kernel.backends().flatMap((backend) => (backend.auth === name ? [backend.name] : []));

const questionOf = (name: string, users: readonly string[], secrets: number): Confirmation => {
  const more = secrets === 0 ? "" : ` and ${countOf(secrets, "secret")}`;
  return {
    title: `Remove the profile ${name} with its tokens${more}?`,
    detail: users.map((backend) => `The backend ${backend} uses it.`),
    choice: "remove",
    safeChoice: "keep",
  };
};

const unreadableCodes = /^(AUTH_SCHEME_UNKNOWN|CONFIG_\w+|SETTINGS_INVALID|VARIABLE_UNKNOWN)$/;

/** Deletes the token and returns sentences about that; none for a scheme without tokens. Throws if the profile must be kept. */
async function clearTokens(
  { kernel, signal, terminal }: CommandHost,
  name: string,
): Promise<readonly string[]> {
  try {
    const { notes } = await kernel.profiles.run(name, "clear", { signal });
    return notes.length > 0 ? notes.map(terminal.redact) : ["Its token is deleted."];
  } catch (error) {
    const { code, what } = describeError(error);
    if (code === "AUTH_ACTION_UNKNOWN") return [];
    // A profile whose plugin is missing, or whose fields are unreadable, can be removed too.
    if (unreadableCodes.test(code))
      return [`Its token could not be deleted, if it had one: ${terminal.redact(what)}`];
    throw error;
  }
}

/** A note about a profile of the same name in another file, which the removed profile had overridden. */
async function overriddenProfile({ kernel }: CommandHost, name: string): Promise<readonly string[]> {
  if (!kernel.profiles.names().includes(name)) return [];
  const file = await kernel.profiles.view(name).then(
    (view) => view.file,
    () => undefined,
  );
  return [`The profile in ${file === undefined ? "another file" : homePath(file)} is in effect now.`];
}

export async function runRemove(host: CommandHost, name: string, { yes }: ConfirmOptions): Promise<ExitCode> {
  const { kernel, terminal } = host;
  requireProfile(host, name);
  const secrets = ownSecrets(name, savedProfile(host, name)?.schemes ?? {});
  const users = usersOf(host, name);
  if (!(await confirmOrThrow(host, questionOf(name, users, secrets.length), yes))) {
    terminal.say(`${name} is kept.`);
    return exitCode("finished");
  }
  const cleared = await clearTokens(host, name);
  await kernel.profiles.remove(name);
  const deleted = await deleteUnusedSecrets(host, secrets);
  const others = await overriddenProfile(host, name);
  const notes = [
    `Removed ${name}.`,
    ...cleared,
    ...(deleted.length > 0 ? [`Secrets deleted: ${deleted.join(", ")}.`] : []),
    ...others,
    ...(others.length > 0 ? [] : users.map((backend) => `The backend ${backend} still refers to it.`)),
  ];
  if (terminal.json) return recordFinished(terminal, { notes });
  for (const note of notes) terminal.say(oneLine(note));
  return exitCode("finished");
}

export const removeProfile = (
  name: string,
  options: ConfirmOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithHost(invocation, (host) => runRemove(host, name, options));
