// Plans a start: arguments, address and a free port.

import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import type { ProbeOptions } from "./probe-server.js";
import { addressOf, type Address } from "./server-address.js";
import { requireArguments } from "./require-arguments.js";
import { argumentsOf, withPort } from "./server-arguments.js";
import { readFlags } from "./known-flags.js";
import type { KnownFlags } from "../arguments/parse-options.js";
import { choosePort } from "./choose-port.js";
import { passedPathsFile } from "../models/write-model-paths.js";

export interface LaunchPlan {
  /** The arguments after main.py. */
  readonly argv: readonly string[];
  readonly address: Address;
  /** Which arguments were omitted and why, for the user. */
  readonly notes: readonly string[];
  /** Ends the reservation of the port, once the server listens or has failed to start. */
  releasePort(): void;
}

export interface PlanOptions extends WorkOptions {
  readonly auth: ProbeOptions["auth"];
  /** The device that torch was installed for, if known. */
  readonly torchDevice: string | undefined;
}

function requireAddress(name: string, argv: readonly string[], known: KnownFlags): Address {
  const reading = addressOf(argv, known);
  if (reading.kind === "address") return reading.address;
  throw managedFault("MANAGED_ARGUMENTS", { name, reason: reading.reason });
}

/** Plans a start. Rejects with `MANAGED_ARGUMENTS`, `MANAGED_PORT_IN_USE` or `MANAGED_ADDRESS_UNUSABLE`. */
export async function planLaunch(
  instance: Instance,
  { auth, torchDevice, signal, onLine }: PlanOptions,
): Promise<LaunchPlan> {
  const typed = requireArguments(instance);
  const known = await readFlags(instance, { signal, onLine });
  const { launch } = instance.settings;
  const { argv: wanted, notes } = argumentsOf({
    launch,
    typed,
    torchDevice,
    known,
    modelPaths: passedPathsFile(instance),
  });
  const first = requireAddress(instance.name, wanted, known);
  const { port, releasePort } = await choosePort(instance, first, { auth, signal });
  if (port === first.port) return { argv: wanted, address: first, notes, releasePort };
  const argv = withPort(wanted, port);
  return { argv, address: requireAddress(instance.name, argv, known), notes, releasePort };
}
