// `pictor backend list`: the instances that can be named with --backend, which one is used without it, and what runs.

import type { InstanceState, Pictor } from "@pictor/host";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { describeError, type ErrorReport } from "../../output/error-report.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { oneLine } from "../../text/plain-text.js";
import { stateWord } from "./state-text.js";

type Choice = { readonly name: string } | { readonly problem: ErrorReport };

async function chosen(kernel: Pictor): Promise<Choice> {
  try {
    return { name: (await kernel.openBackend()).instance.name };
  } catch (error) {
    return { problem: describeError(error) };
  }
}

/** Milliseconds that a list waits for a state. */
const stateLimitMs = 1000;

/**
 * States of the instances that are started here, by name. Only kinds whose plugin runs programs are opened for it: that
 * starts nothing, and is quick.
 */
async function states({ kernel, signal }: CommandHost): Promise<ReadonlyMap<string, InstanceState>> {
  const running = new Set(
    kernel
      .plugins()
      .filter(({ manifest }) => manifest.permissions?.some(({ name }) => name === "process"))
      .flatMap(({ manifest }) => manifest.contributes?.backends ?? [])
      .map(({ id }) => id),
  );
  const limited = AbortSignal.any([signal, AbortSignal.timeout(stateLimitMs)]);
  const found = await Promise.all(
    kernel
      .backends()
      .filter(({ kind }) => running.has(kind))
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

export async function list(host: CommandHost): Promise<ExitCode> {
  const { kernel, terminal, configuration } = host;
  const choice = await chosen(kernel);
  const known = await states(host);
  const used = "name" in choice ? choice.name : configuration.values.backend;
  const backends = kernel.backends().map((instance) => {
    const lifecycle = known.get(instance.name);
    return { ...instance, used: instance.name === used, ...(lifecycle !== undefined && { lifecycle }) };
  });
  if (terminal.json) {
    const problem =
      "problem" in choice ? { problem: { code: choice.problem.code, what: choice.problem.what } } : {};
    terminal.record({ type: "result", status: "finished", exitCode: 0, backends, ...problem });
    return exitCode("finished");
  }
  const rows = backends.map(({ name, kind, origin, auth, lifecycle, used: isUsed }) =>
    [isUsed ? "*" : "", name, kind, origin, auth ?? "", ...(lifecycle ? [stateWord(lifecycle)] : [])].map(
      oneLine,
    ),
  );
  const heading = ["", "NAME", "KIND", "ORIGIN", "AUTH", ...(known.size > 0 ? ["STATE"] : [])];
  terminal.result(terminal.table([heading, ...rows]));
  if ("name" in choice) terminal.note(`* is used when --backend is not given.`);
  else terminal.note(`The one to be used does not open: ${oneLine(choice.problem.what)}`);
  return exitCode("finished");
}

export const listBackends = (invocation: Invocation): Promise<ExitCode> => runWithHost(invocation, list);
