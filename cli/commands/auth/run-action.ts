// `pictor auth run` and its short forms (login, refresh, paste, clear, discover): an action of a profile's scheme.

import type { Contribution } from "@pictor/host";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { homePath } from "../../text/home-path.js";
import { requireName } from "./edit-profile.js";
import { endWithProfile, requireProfile, savedProfile } from "./saved-profile.js";

export interface AuthActionOptions {
  readonly input?: string;
  /** False with `--no-browser`. */
  readonly browser?: boolean;
}
export interface AuthDiscoverOptions {
  readonly type?: string;
}

type Scheme = Contribution<"authSchemes">;
type Action = NonNullable<Scheme["actions"]>[number];

/** The declared action: of the scheme in use, else of another one that the profile has fields of. */
function declaredAction(host: CommandHost, name: string, id: string): Action | undefined {
  const { type, schemes } = savedProfile(host, name) ?? { type: "none", schemes: {} };
  const known = host.kernel.contributions("authSchemes");
  return [type, ...Object.keys(schemes)]
    .flatMap((scheme) => known.find((entry) => entry.id === scheme)?.actions ?? [])
    .find((action) => action.id === id);
}

/** The text of an action, asked for where it was not given. The kernel complains where there is none. */
async function inputOf(
  { interaction, signal }: CommandHost,
  action: Action | undefined,
  given: string | undefined,
): Promise<string | undefined> {
  if (action?.input === undefined) return given;
  const { title, secret } = action.input;
  if (given === undefined) return interaction.enter({ title, secret }, signal);
  if (!secret) return given;
  const what = `The text of ${action.id} is a secret; on the command line it stays in the history and is seen by others.`;
  throw new UsageError(
    "USAGE_OPTION",
    what,
    "Leave --input out: it is asked for, or read from standard input.",
  );
}

/** Tokens of a command would end with it. */
function warnOfMemory({ configuration, terminal }: CommandHost): void {
  if (configuration.values.secrets?.store !== "memory") return;
  const text = "secrets.store is memory: what is received now is gone when this command ends.";
  terminal.say(`${terminal.paint.yellow("note:")} ${text}`);
}

/** Any action of a profile; `login` and the like are names that schemes have in common. */
export async function run(host: CommandHost, name: string, id: string, given?: string): Promise<ExitCode> {
  const { kernel, signal, terminal } = host;
  requireProfile(host, name);
  const gets = id === "login" || id === "paste";
  // Where tokens cannot be kept, that is said before anybody signs in.
  if (gets) {
    await kernel.secrets.describe();
    warnOfMemory(host);
  }
  const input = await inputOf(host, declaredAction(host, name, id), given);
  const options = { signal, ...(input !== undefined && { input }) };
  const { view, notes } = await kernel.profiles.run(name, id, options);
  const kept = gets ? [`The token is kept in ${homePath(await kernel.secrets.describe())}.`] : [];
  return endWithProfile(host, view, [...notes.map(terminal.redact), ...kept]);
}

export const runAction = (
  name: string,
  action: string,
  { input, browser = true }: AuthActionOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithHost({ ...invocation, browser }, (host) => run(host, name, action, input));

/** The scheme of a new profile that is to be filled: the one that can do that, or the one that was named. */
function fillable({ kernel }: CommandHost, type: string | undefined): string {
  const able = kernel
    .contributions("authSchemes")
    .filter(({ actions = [] }) => actions.some(({ id }) => id === "discover"))
    .map(({ id }) => id);
  const [only, ...others] = able;
  const chosen = type ?? (others.length === 0 ? only : undefined);
  if (chosen !== undefined && able.includes(chosen)) return chosen;
  const known = able.length === 0 ? "None can." : `Those that can: ${able.join(", ")}.`;
  if (type === undefined)
    throw new UsageError(
      "USAGE_OPTION",
      "It is not clear which scheme is to be filled.",
      `Name it with --type. ${known}`,
    );
  throw new UsageError("USAGE_OPTION", `The scheme "${type}" cannot be filled from a provider.`, known);
}

/** Fills a profile from a provider. One that does not exist is written once it is filled: one step, or nothing. */
export async function discover(
  host: CommandHost,
  name: string,
  url: string,
  { type }: AuthDiscoverOptions,
): Promise<ExitCode> {
  const { profiles } = host.kernel;
  if (profiles.names().includes(name)) return run(host, name, "discover", url);
  requireName(name);
  const scheme = fillable(host, type);
  const blank = { type: scheme, schemes: { [scheme]: {} } };
  return run(await host.withProfile(name, blank), name, "discover", url);
}

export const discoverProfile = (
  name: string,
  url: string,
  options: AuthDiscoverOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithHost(invocation, (host) => discover(host, name, url, options));
