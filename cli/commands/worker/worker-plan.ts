// Checks the options of `worker`. Pure.

import { isInstanceName } from "@pictor/services";
import { UsageError } from "../../base/usage-error.js";
import { parsePort } from "../../input/whole-number.js";

/** The options as the user typed them. */
export interface WorkerOptions {
  readonly backend?: string;
  readonly queue?: string;
  readonly name?: string;
  readonly health?: string;
}

export interface HealthAddress {
  readonly host: string;
  /** The port; 0 for a free one. */
  readonly port: number;
}

export interface WorkerPlan {
  /** Name of the instance that runs the prompts. */
  readonly backend: string;
  /** Name of the instance that is the queue. */
  readonly queue: string;
  /** Name of the worker. */
  readonly name: string;
  readonly health?: HealthAddress;
}

function required(value: string | undefined, option: string, hint: string): string {
  if (value !== undefined && value !== "") return value;
  throw new UsageError("USAGE_OPTION", `${option} is missing.`, hint);
}

/** Names that many machines share. */
const commonHosts: readonly string[] = ["", "localhost", "localhost.localdomain"];

/** The name of the worker: the given one, or one from the names of the machine and the backend. Throws a UsageError. */
function nameOf(given: string | undefined, host: string, backend: string): string {
  const form = "Start with a letter or digit, followed by letters, digits and _ . - (at most 64 characters).";
  if (given !== undefined) {
    if (isInstanceName(given)) return given;
    throw new UsageError("USAGE_VALUE", `--name: "${given}" cannot be the name of a worker.`, form);
  }
  const made = `${host}-${backend}`.replace(/[^\p{L}\p{N}_.-]/gu, "-").slice(0, 64);
  if (!commonHosts.includes(host) && isInstanceName(made)) return made;
  const what = `--name is missing, and the name of this machine, "${host}", cannot be used instead.`;
  throw new UsageError("USAGE_OPTION", what, `Give a name that no other worker of the queue has. ${form}`);
}

/** Parses an address such as `127.0.0.1:9464`, `[::1]:9464`, or `9464` for this machine only. */
export function parseHealthAddress(text: string): HealthAddress {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]:|([^:[\]]+):)?(\d+)$/i.exec(text) ?? [];
  const hint = "Give an address of this machine and a port, such as 127.0.0.1:9464.";
  if (digits === undefined)
    throw new UsageError("USAGE_VALUE", `--health: expected <host:port>, found "${text}".`, hint);
  const port = parsePort(digits, { option: "--health", fallback: 0, hint });
  return { host: bracketed ?? plain ?? "127.0.0.1", port };
}

/** Converts the options to a plan. `host` is the name of this machine. Throws a UsageError. */
export function planWorker({ backend, queue, name, health }: WorkerOptions, host: string): WorkerPlan {
  const names = "`pictor backend list` shows the instances.";
  const plan = {
    backend: required(backend, "--backend", `Name the instance that runs the prompts; ${names}`),
    queue: required(queue, "--queue", `Name the instance of the kind queue; ${names}`),
  };
  if (plan.backend === plan.queue)
    throw new UsageError(
      "USAGE_OPTION",
      `--backend and --queue both name ${plan.backend}, which would pass its prompts to itself.`,
      "--backend names the server of this machine, --queue the queue from which its prompts come.",
    );
  return {
    ...plan,
    name: nameOf(name, host, plan.backend),
    ...(health !== undefined && { health: parseHealthAddress(health) }),
  };
}
