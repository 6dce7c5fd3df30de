// The bench of the rules of gates, output steps and observers: a generation of one node, on a backend in memory.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declaredTaps } from "@pictor/kernel";
import type { BackendFacets, CheckResult, GenerationResult, Interaction, Manifest } from "@pictor/kernel";
import type { FakeClock } from "../../fake-clock.js";
import { fakeExtensions } from "../../fake-extensions.js";
import { fakeLifecycle } from "../../fake-lifecycle.js";
import { fakeMembers } from "../../fake-members.js";
import { builtinPlugins } from "../builtin-plugins.js";
import { settled } from "../passing-time.js";
import type { Subject } from "../rule.js";
import { withPlugin } from "../with-plugin.js";
import { benchBackend, png } from "./bench-backend.js";
import { backendPlugin, workflowPlugin } from "./bench-plugins.js";

export type Tap = NonNullable<Manifest["taps"]>[number];
export type JobHook = "beforeFirstBatch" | "onEvent" | "afterOutput";

/** The taps of a plugin for one of the hooks of a job. */
export const tapsOf = (manifest: Manifest, hook: JobHook): readonly Tap[] =>
  declaredTaps(manifest).filter((tap) => tap.hook === hook);

/** A member of the filter of a tap. */
const filterOf = ({ when = {} }: Tap, key: string): string | undefined => {
  const value = (when as Readonly<Record<string, unknown>>)[key];
  return typeof value === "string" ? value : undefined;
};

/** Milliseconds of the clock in which a generation usually ends: three real seconds. */
const usualMs = 60_000;
/** More milliseconds than the longest limit of a handler. */
const afterLimitsMs = 700_000;

/** How the work ends by itself, else when the limits of handlers have passed; undefined if it does not end. */
async function endingOf<Value>(
  clock: FakeClock,
  patienceMs: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const late = Symbol("late");
  const usual = await settled<Value, symbol>(clock, patienceMs, work, () => late);
  if (typeof usual !== "symbol") return usual;
  await clock.advance(afterLimitsMs);
  return settled(clock, patienceMs, work, () => undefined);
}

/** The facets of the bench; a gate may ask for one. */
const facetsFor = (facet: string | undefined): BackendFacets => {
  const all: BackendFacets = {
    extensions: fakeExtensions().facet,
    lifecycle: fakeLifecycle().facet,
    members: fakeMembers().facet,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === facet));
};

/** The built-in steps that a saved image passes. */
const savingSteps = ["output-files", "output-metadata"];

export interface JobOptions {
  /** The generation fails on the backend. Default: it ends with two images. */
  readonly fails?: boolean;
  /** Default: every question has its safe answer. */
  readonly interaction?: Interaction;
  /** The generation is only checked. */
  readonly isCheck?: boolean;
}

/** How a generation or its check has ended; undefined if it did not end. */
export type JobEnding = GenerationResult | CheckResult | undefined;

/** Whether the plugin contributes the workflow that its tap waits for, so that the bench cannot. */
export const isForOwnWorkflow = ({ contributes }: Manifest, tap: Tap): boolean =>
  (contributes?.workflows ?? []).some(({ id }) => id === filterOf(tap, "workflow"));

/** Runs one generation that the tap is called for, and passes its ending to `use` before everything is disposed. */
export async function withJob<Result>(
  subject: Subject,
  tap: Tap,
  { fails = false, interaction, isCheck = false }: JobOptions,
  use: (ending: JobEnding) => Promise<Result> | Result,
): Promise<Result> {
  const workflow = filterOf(tap, "workflow") ?? "contract";
  const mime = filterOf(tap, "mime") ?? png;
  const backend = benchBackend({ facets: facetsFor(filterOf(tap, "facet")), mime, fails });
  const directory = await mkdtemp(join(tmpdir(), "pictor-contract-job-"));
  const plugins = [
    workflowPlugin(workflow),
    backendPlugin(backend),
    ...builtinPlugins("output", subject.manifest.id).filter((folder) =>
      savingSteps.some((name) => folder.endsWith(name)),
    ),
  ];
  const surroundings = {
    plugins,
    directory,
    configuration: { backends: { contract: { kind: "contract" } } },
  };
  const request = { workflow, params: { seed: "20" }, ...(interaction !== undefined && { interaction }) };
  try {
    return await withPlugin(
      subject,
      async ({ pictor, clock }) => {
        // The limits of imports are on the clock, which runs faster than imports do.
        for (const { id } of pictor.plugins()) await pictor.load(id);
        const ending = isCheck
          ? pictor.check(request)
          : pictor.generate({ ...request, directory, savesTexts: true }).result;
        const { patienceMs = usualMs } = subject.options;
        return use(await endingOf<GenerationResult | CheckResult>(clock, patienceMs, ending));
      },
      surroundings,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
