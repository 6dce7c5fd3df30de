// Does the steps that were agreed to, one after the other; the first that fails ends it. Each is whole or undone by the backend.

import type { Step, StepOf } from "@pictor/extensions";
import {
  PictorError,
  type ChangeOptions,
  type ExtensionsFacet,
  type InstalledExtension,
} from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { withProgress, type Tell } from "./report-progress.js";

export interface Done {
  readonly step: Step;
  readonly before?: InstalledExtension;
  readonly after: InstalledExtension;
}
export interface Carried {
  /** What is different now, in the order in which it was done. */
  readonly done: readonly Done[];
  /** What was asked for and was so already. */
  readonly unchanged: readonly Step[];
  readonly failed?: { readonly step: Step; readonly error: PictorError };
}

const isDifferent = ({ before, after }: Done): boolean =>
  after.pending === true ||
  before?.version !== after.version ||
  before?.commit !== after.commit ||
  before?.enabled !== after.enabled;

const titles: Partial<Readonly<Record<Step["kind"], string>>> = {
  install: "Installing",
  update: "Updating",
  unverifiable: "Updating",
  enable: "Enabling",
};

/** One that is enabled in the wrong version is worse than one that is not: it is disabled again when it cannot be updated. */
async function enable(
  step: StepOf<"enable">,
  facet: ExtensionsFacet,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const name = step.copies.length > 0 ? step.found.place : step.found.id;
  const enabled = await facet.enable(name, options);
  if (step.update === undefined) return enabled;
  try {
    return await facet.update(step.update.wanted, options);
  } catch (error) {
    // Without the signal: an abort must not keep it from being undone. What failed first is what is told.
    await facet.disable(name).catch(() => undefined);
    throw error;
  }
}

async function change(
  step: Step,
  facet: ExtensionsFacet,
  signal: AbortSignal,
  tell: Tell,
): Promise<Done | undefined> {
  const options = { signal, progress: tell };
  switch (step.kind) {
    case "install":
      return { step, after: await facet.install(step.wanted, options) };
    case "update":
      return { step, before: step.found, after: await facet.update(step.wanted, options) };
    case "enable":
      return { step, before: step.found, after: await enable(step, facet, options) };
    case "unverifiable":
      if (step.found === undefined) return undefined;
      return { step, before: step.found, after: await facet.update(step.wanted, options) };
    default:
      return undefined;
  }
}

/** Rejects only with what is no extension's error, and with the signal's reason. */
export async function carryOut(gate: Gate, facet: ExtensionsFacet, steps: readonly Step[]): Promise<Carried> {
  const { signal, logger, info } = gate.context;
  const done: Done[] = [];
  const unchanged: Step[] = [];
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted();
    const title = `${titles[step.kind] ?? "Looking at"} ${step.id}`;
    const share = { from: index / steps.length, to: (index + 1) / steps.length };
    try {
      const result = await withProgress(gate, title, (tell) => change(step, facet, signal, tell), share);
      if (result === undefined) continue;
      if (isDifferent(result)) done.push(result);
      else unchanged.push(step);
      const { version, commit, place } = result.after;
      logger.info(`${title} on ${info.name} is done`, { place, version, commit });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PictorError)) throw error;
      return { done, unchanged, failed: { step, error } };
    }
  }
  return { done, unchanged };
}
