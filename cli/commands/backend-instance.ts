// What the commands of an instance share: opening it, the facet that a command needs, and what a stop would take down.

import {
  PictorError,
  type Backend,
  type BackendFacets,
  type BackendInstance,
  type InstanceState,
  type Pictor,
  type PromptSummary,
} from "@pictor/host";
import type { Host } from "../host.js";
import { isInstanceName } from "../input/new-instance.js";
import { UsageError } from "../input/usage-error.js";
import { jobRows } from "../output/jobs-table.js";
import { oneLine } from "../output/plain-text.js";
import { shellWord } from "../output/shell-word.js";
import { table } from "../output/table.js";

export interface QuestionOptions {
  readonly yes?: true;
}

type Name = "extensions" | "lifecycle" | "installation";

/** What an instance without the facet does not do, and who does. */
const absences: Readonly<Record<Name, readonly [does: string, hint: string]>> = {
  extensions: [
    "does not tell what extensions it has",
    "A managed backend does, and so does a remote ComfyUI; `pictor backend list` shows the instances.",
  ],
  lifecycle: [
    "is not started or stopped from here",
    "A managed backend is: `pictor backend install NAME` makes one.",
  ],
  installation: [
    "is not installed or updated from here",
    "A managed backend is: `pictor backend install` with a name that no instance has makes one.",
  ],
};

export interface Opened<Facet extends Name> {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly facet: NonNullable<BackendFacets[Facet]>;
}

/** As the kernel opens it; of a name that nobody knows the error says how an instance of that name is made. */
export async function openNamed(kernel: Pictor, name: string | undefined): ReturnType<Pictor["openBackend"]> {
  try {
    return await kernel.openBackend(name);
  } catch (error) {
    const isUnknown = error instanceof PictorError && error.code === "BACKEND_UNKNOWN";
    if (!isUnknown || name === undefined || !isInstanceName(name)) throw error;
    const { code, what, hint, details } = error;
    const makes = `\`pictor backend install ${shellWord(name)}\` makes one.`;
    throw new PictorError(code, what, `${hint} ${makes}`, details, error);
  }
}

/** Opens an instance by its name, or the one that `generate` would use. Throws a UsageError where it lacks the facet. */
export async function openWith<Facet extends Name>(
  { kernel }: Pick<Host, "kernel">,
  name: string | undefined,
  facet: Facet,
): Promise<Opened<Facet>> {
  const { instance, backend } = await openNamed(kernel, name);
  const { facets } = backend;
  const found = facets[facet];
  if (found === undefined) throw refused(instance, facet, facets);
  return { instance, backend, facet: found };
}

function refused({ name, kind }: BackendInstance, facet: Name, facets: BackendFacets): UsageError {
  if (facet === "installation" && facets.lifecycle?.start !== undefined) {
    const what = `${oneLine(name)} uses a ComfyUI that Pictor did not install (comfyDirectory).`;
    return new UsageError("USAGE_ARGUMENT", what, "Update it with its own git.");
  }
  const [does, hint] = absences[facet];
  return new UsageError("USAGE_ARGUMENT", `${oneLine(name)} (${oneLine(kind)}) ${does}.`, hint);
}

/** A member of the facet `lifecycle` that not every backend has. Throws a UsageError. */
export function requireMember<Member>(
  member: Member | undefined,
  { name, kind }: BackendInstance,
  does: string,
): Member {
  if (member !== undefined) return member;
  const what = `${oneLine(name)} (${oneLine(kind)}) cannot be ${does} from here.`;
  throw new UsageError("USAGE_ARGUMENT", what, "Do it where the server runs.");
}

export const isUp = ({ state }: InstanceState): boolean => state === "running" || state === "starting";

/** What waits or runs there: a stop takes it down. None where the server does not answer. */
export async function promptsInTheWay(
  backend: Backend,
  signal: AbortSignal,
): Promise<readonly PromptSummary[]> {
  const prompts = await backend.prompts({ limit: 0, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof Error) return [];
    throw error;
  });
  return prompts.filter(({ state }) => state === "queued" || state === "running");
}

/**
 * True when nothing is taken down, or the person agrees. Throws a UsageError where nobody can be asked: then `--yes` does
 * it. `does` is such as "Stop studio".
 */
export async function mayInterrupt(
  host: Host,
  prompts: readonly PromptSummary[],
  does: string,
  { yes }: QuestionOptions,
): Promise<boolean> {
  if (prompts.length === 0 || yes) return true;
  const { terminal, interaction } = host;
  const jobs = prompts.length === 1 ? "1 job waits or runs" : `${prompts.length} jobs wait or run`;
  if (terminal.json || !interaction.hasPerson) {
    const hint = "Wait for them (`pictor jobs list` shows them), or give --yes.";
    throw new UsageError("USAGE_OPTION", `${does}: ${jobs} there, and nobody can be asked.`, hint);
  }
  terminal.note(terminal.redact(table(jobRows(prompts, Date.now()), "  ")));
  const answer = await interaction.ask({
    title: `${does}? ${jobs} there and would be lost.`,
    choices: [does.split(" ", 1)[0]?.toLowerCase() ?? "yes", "leave it"],
    safeChoice: "leave it",
  });
  return answer !== "leave it";
}
