// `pictor auth run` and its short forms (login, refresh, paste, clear, discover): an action of a profile's scheme.

import type { Contribution } from "@pictor/kernel";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { offerBinding } from "./bind-profile.js";
import { requireProfileName } from "./edit-profile.js";
import { reportProfile, requireProfile, savedProfile } from "./saved-profile.js";

interface AuthActionOptions {
  readonly input?: string;
  /** False with `--no-browser`. */
  readonly browser?: boolean;
}
export interface AuthDiscoverOptions {
  readonly type?: string;
}

type Scheme = Contribution<"authSchemes">;
type Action = NonNullable<Scheme["actions"]>[number];

/** The action as declared by the scheme in use, else by another scheme of the profile. */
function declaredAction(host: CommandHost, name: string, id: string): Action | undefined {
  const { type, schemes } = savedProfile(host, name) ?? { type: "none", schemes: {} };
  const known = host.kernel.contributions("authSchemes");
  return [type, ...Object.keys(schemes)]
    .flatMap((scheme) => known.find((entry) => entry.id === scheme)?.actions ?? [])
    .find((action) => action.id === id);
}

/** The input of an action; asks the user if it was not given. The kernel rejects a missing input. */
async function inputOf(
  { interaction, signal }: CommandHost,
  action: Action | undefined,
  given: string | undefined,
): Promise<string | undefined> {
  if (action?.input === undefined) return given;
  const { title, secret } = action.input;
  if (given === undefined) return interaction.enter({ title, secret }, signal);
  if (!secret) return given;
  const what = `The input of ${action.id} is a secret; on the command line it stays in the shell history and is visible to other users.`;
  throw new UsageError(
    "USAGE_OPTION",
    what,
    "Leave --input out: the input is asked for, or read from standard input.",
  );
}

/** Warns that a store in memory loses the tokens at the end of the command. */
function warnOfMemory({ configuration, terminal }: CommandHost): void {
  if (configuration.values.secrets?.store !== "memory") return;
  const text = "secrets.store is memory: the token is lost when this command ends.";
  terminal.say(`${terminal.paint.yellow("note:")} ${text}`);
}

/** The only profile that has the action. Throws a UsageError if there is none, or more than one. */
export function onlyProfileWith(host: CommandHost, id: string): string {
  const able = host.kernel.profiles
    .names()
    .filter((name) => declaredAction(host, name, id) !== undefined)
    .sort();
  const [only, ...others] = able;
  if (only === undefined) {
    const hint = "To make one: pictor auth discover NAME URL";
    throw new UsageError("USAGE_ARGUMENT", `There is no profile for auth ${id}.`, hint);
  }
  if (others.length === 0) return only;
  const hint = `Name one of them: ${able.map(oneLine).join(", ")}.`;
  throw new UsageError("USAGE_ARGUMENT", `Several profiles have the action ${id}.`, hint);
}

/** Whether the profile was signed in before, so that the user has already answered the questions about it. */
const hasToken = async ({ kernel }: CommandHost, name: string): Promise<boolean> =>
  ["ready", "expired"].includes((await kernel.profiles.view(name)).status.state);

/** Runs an action of a profile, such as `login`. */
export async function runProfileAction(
  host: CommandHost,
  name: string,
  id: string,
  given?: string,
): Promise<ExitCode> {
  const { kernel, signal, terminal } = host;
  requireProfile(host, name);
  const receivesToken = id === "login" || id === "paste";
  // If the secret store is unusable, the command must fail before the user signs in.
  if (receivesToken) {
    await kernel.secrets.describe();
    warnOfMemory(host);
  }
  const input = await inputOf(host, declaredAction(host, name, id), given);
  const options = { signal, ...(input !== undefined && { input }) };
  const mayBind = id === "discover" || (id === "login" && !(await hasToken(host, name)));
  const { view: after, notes } = await kernel.profiles.run(name, id, options);
  const kept = receivesToken ? [`The token is kept in ${homePath(await kernel.secrets.describe())}.`] : [];
  const { view, notes: limits } = mayBind ? await offerBinding(host, after) : { view: after, notes: [] };
  return reportProfile(host, view, [...notes.map(terminal.redact), ...kept, ...limits]);
}

export const runAction = hostedCommand(
  (host, name: string | undefined, action: string, { input }: AuthActionOptions) =>
    runProfileAction(host, name ?? onlyProfileWith(host, action), action, input),
  (_name, _action, { browser = true }) => ({ browser }),
);

/** The function of the command for one action. */
export const commandFor =
  (action: string) => (name: string | undefined, options: AuthActionOptions, invocation: Invocation) =>
    runAction(name, action, options, invocation);

/** The scheme for a new profile: `type`, else the only scheme with discovery. Throws a UsageError if there is no such scheme. */
function schemeForDiscovery({ kernel }: CommandHost, type: string | undefined): string {
  const discoverable = kernel
    .contributions("authSchemes")
    .filter(({ actions = [] }) => actions.some(({ id }) => id === "discover"))
    .map(({ id }) => id);
  const [only, ...others] = discoverable;
  const chosen = type ?? (others.length === 0 ? only : undefined);
  if (chosen !== undefined && discoverable.includes(chosen)) return chosen;
  const known =
    discoverable.length === 0
      ? "No scheme supports discovery."
      : `Schemes with discovery: ${discoverable.join(", ")}.`;
  if (type === undefined)
    throw new UsageError(
      "USAGE_OPTION",
      "The scheme of the new profile is missing.",
      `Name the scheme with --type. ${known}`,
    );
  throw new UsageError("USAGE_OPTION", `The scheme "${type}" does not support discovery.`, known);
}

/** Fills a profile from a provider. A new profile is saved only after the discovery has succeeded. */
export async function runDiscover(
  host: CommandHost,
  name: string,
  url: string,
  { type }: AuthDiscoverOptions,
): Promise<ExitCode> {
  const { profiles } = host.kernel;
  if (profiles.names().includes(name)) return runProfileAction(host, name, "discover", url);
  requireProfileName(name);
  const scheme = schemeForDiscovery(host, type);
  const blank = { type: scheme, schemes: { [scheme]: {} } };
  return runProfileAction(await host.withProfile(name, blank), name, "discover", url);
}

export const discoverProfile = hostedCommand(runDiscover);
