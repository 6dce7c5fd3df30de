// `pictor backend list`: the instances for --backend, the default one, and the states of their servers.

import type { Pictor } from "@pictor/host";
import type { InstanceState } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { describeError, type ErrorReport } from "../../output/error-report.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { stateText } from "./state-text.js";

type DefaultInstance = { readonly name: string } | { readonly problem: ErrorReport };

async function defaultInstance(kernel: Pictor): Promise<DefaultInstance> {
  try {
    return { name: (await kernel.openBackend()).instance.name };
  } catch (error) {
    return { problem: describeError(error) };
  }
}

/** Time limit for the states, in milliseconds. */
const statesTimeoutMs = 1000;

/**
 * The states, by name, of the instances that this machine can start. Opens only instances whose plugin may run
 * programs; opening an instance does not start its server.
 */
async function serverStates({ kernel, signal }: CommandHost): Promise<ReadonlyMap<string, InstanceState>> {
  const startableKinds = new Set(
    kernel
      .plugins()
      .filter(({ manifest }) => manifest.permissions?.some(({ name }) => name === "process"))
      .flatMap(({ manifest }) => manifest.contributes?.backends ?? [])
      .map(({ id }) => id),
  );
  const limited = AbortSignal.any([signal, AbortSignal.timeout(statesTimeoutMs)]);
  const found = await Promise.all(
    kernel
      .backends()
      .filter(({ kind }) => startableKinds.has(kind))
      .map(async ({ name }) => {
        const state = await stateOf(kernel, name, limited).catch(() => undefined);
        return state === undefined ? [] : [[name, state] as const];
      }),
  );
  signal.throwIfAborted();
  return new Map(found.flat());
}

async function stateOf(
  kernel: Pictor,
  name: string,
  signal: AbortSignal,
): Promise<InstanceState | undefined> {
  const { lifecycle } = (await kernel.openBackend(name)).backend.facets;
  return lifecycle?.start === undefined ? undefined : lifecycle.state({ signal });
}

export async function runList(host: CommandHost): Promise<ExitCode> {
  const { kernel, terminal, configuration } = host;
  const defaultChoice = await defaultInstance(kernel);
  const known = await serverStates(host);
  const used = "name" in defaultChoice ? defaultChoice.name : configuration.values.backend;
  const backends = kernel.backends().map((instance) => {
    const lifecycle = known.get(instance.name);
    return { ...instance, used: instance.name === used, ...(lifecycle !== undefined && { lifecycle }) };
  });
  if (terminal.json) {
    const problem =
      "problem" in defaultChoice
        ? { problem: { code: defaultChoice.problem.code, what: defaultChoice.problem.what } }
        : {};
    return finished(terminal, { backends, ...problem });
  }
  const rows = backends.map(({ name, kind, origin, auth, lifecycle, used: isUsed }) =>
    [isUsed ? "*" : "", name, kind, origin, auth ?? "", ...(lifecycle ? [stateText(lifecycle)] : [])].map(
      oneLine,
    ),
  );
  const heading = ["", "NAME", "KIND", "ORIGIN", "AUTH", ...(known.size > 0 ? ["STATE"] : [])];
  terminal.result(terminal.table([heading, ...rows]));
  if ("name" in defaultChoice) terminal.note(`* is used without --backend.`);
  else terminal.note(`The default instance cannot be opened: ${oneLine(defaultChoice.problem.what)}`);
  return exitCode("finished");
}

export const listBackends = hostedCommand(runList);
