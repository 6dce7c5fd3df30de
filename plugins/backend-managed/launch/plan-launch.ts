// Everything that a start needs to know beforehand: arguments, address, a port that is free.

import { managedFault } from "../faults.js";
import type { Means, WorkOptions } from "../instance.js";
import type { ProbeOptions } from "./probe-server.js";
import { addressOf, type Address } from "./server-address.js";
import { argumentsOf, withPort } from "./server-arguments.js";
import { readFlags } from "./known-flags.js";
import type { KnownFlags } from "./parse-options.js";
import { choosePort } from "./choose-port.js";
import { splitArguments } from "./split-arguments.js";

export interface LaunchPlan {
  /** Behind main.py. */
  readonly argv: readonly string[];
  readonly address: Address;
  /** What was left out and why, for people. */
  readonly notes: readonly string[];
  /** The server listens, or never will: other servers of this process may look at its port. */
  release(): void;
}

export interface PlanOptions extends WorkOptions {
  readonly auth: ProbeOptions["auth"];
  /** What torch was installed for, where that is known. */
  readonly installedFor: string | undefined;
}

function typedArguments({ settings, platform, name }: Means): readonly string[] {
  const split = splitArguments(settings.launch.arguments, platform);
  if (split.kind === "split") return split.words;
  throw managedFault("MANAGED_ARGUMENTS", { name, reason: `in launch.arguments ${split.reason}` });
}

function requireAddress(name: string, argv: readonly string[], known: KnownFlags): Address {
  const reading = addressOf(argv, known);
  if (reading.kind === "address") return reading.address;
  throw managedFault("MANAGED_ARGUMENTS", { name, reason: reading.reason });
}

/** Rejects with `MANAGED_ARGUMENTS`, `MANAGED_PORT_IN_USE` or `MANAGED_ADDRESS_UNUSABLE`. */
export async function planLaunch(
  means: Means,
  { auth, installedFor, signal, onLine }: PlanOptions,
): Promise<LaunchPlan> {
  const typed = typedArguments(means);
  const known = await readFlags(means, {
    ...(signal === undefined ? {} : { signal }),
    ...(onLine === undefined ? {} : { onLine }),
  });
  const { launch } = means.settings;
  const { argv: wanted, notes } = argumentsOf({ launch, typed, installedFor, known });
  const first = requireAddress(means.name, wanted, known);
  const { port, release } = await choosePort(means, first, {
    auth,
    ...(signal === undefined ? {} : { signal }),
  });
  if (port === first.port) return { argv: wanted, address: first, notes, release };
  const argv = withPort(wanted, port);
  return { argv, address: requireAddress(means.name, argv, known), notes, release };
}
