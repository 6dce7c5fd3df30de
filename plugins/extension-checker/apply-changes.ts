// Carries out the steps that the user has agreed to, in order, until one fails. The backend undoes a step that fails.

import type { Step, StepOf } from "@pictor/extensions";
import {
  PictorError,
  type ChangeOptions,
  type ExtensionsFacet,
  type InstalledExtension,
} from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { withProgress, type ReportLine } from "./report-progress.js";
import { nameOf } from "./suggested-commands.js";

export interface AppliedStep {
  readonly step: Step;
  readonly before?: InstalledExtension;
  readonly after: InstalledExtension;
}
export interface ApplyResult {
  /** Steps that changed something, in order. One that found the extension in the wanted state already is not among them. */
  readonly done: readonly AppliedStep[];
  readonly failed?: PictorError;
}

const isDifferent = ({ before, after }: AppliedStep): boolean =>
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

/** Enables an extension and updates it if necessary. If the update fails, disables it again, because its version is wrong. */
async function enable(
  step: StepOf<"enable">,
  facet: ExtensionsFacet,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const name = nameOf(step);
  const enabled = await facet.enable(name, options);
  if (step.update === undefined) return enabled;
  try {
    return await facet.update(step.update.wanted, options);
  } catch (error) {
    // The undo gets no signal, because an abort must not prevent it. The first error is the one to report.
    await facet.disable(name).catch(() => undefined);
    throw error;
  }
}

async function change(
  step: Step,
  facet: ExtensionsFacet,
  signal: AbortSignal,
  report: ReportLine,
): Promise<AppliedStep | undefined> {
  const options = { signal, progress: report };
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

/** Failures of extensions are part of the result. Rejects with the signal's reason, and with errors other than `PictorError`. */
export async function applySteps(
  gate: Gate,
  facet: ExtensionsFacet,
  steps: readonly Step[],
): Promise<ApplyResult> {
  const { signal, logger, info } = gate.context;
  const done: AppliedStep[] = [];
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted();
    const title = `${titles[step.kind] ?? "Looking at"} ${step.id}`;
    const share = { from: index / steps.length, to: (index + 1) / steps.length };
    try {
      const result = await withProgress(gate, title, (report) => change(step, facet, signal, report), share);
      if (result === undefined) continue;
      if (isDifferent(result)) done.push(result);
      const { version, commit, place } = result.after;
      logger.info(`${title} on ${info.name} is done`, { place, version, commit });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PictorError)) throw error;
      return { done, failed: error };
    }
  }
  return { done };
}
