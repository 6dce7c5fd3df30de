// `pictor auth remove`: deletes a profile with its tokens and secrets, after asking.

import { ownSecretsOf, removeProfileAndSecrets } from "@pictor/features/profiles";
import type { Confirmation } from "@pictor/features/base";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { countOf } from "../../text/count-of.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { requireProfile, savedProfile } from "./saved-profile.js";

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
  const secrets = ownSecretsOf(name, savedProfile(host, name)?.schemes);
  const users = usersOf(host, name);
  if (!(await confirmOrThrow(host, questionOf(name, users, secrets.length), yes))) {
    terminal.say(`${name} is kept.`);
    return exitCode("finished");
  }
  const removed = await removeProfileAndSecrets(kernel, name, host.signal);
  const others = await overriddenProfile(host, name);
  const notes = [
    ...removed,
    ...others,
    ...(others.length > 0 ? [] : users.map((backend) => `The backend ${backend} still refers to it.`)),
  ];
  if (terminal.json) return finished(terminal, { notes });
  for (const note of notes) terminal.say(oneLine(note));
  return exitCode("finished");
}

export const removeProfile = hostedCommand(runRemove);
