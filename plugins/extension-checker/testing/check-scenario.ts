// A backend that is made of records: its extensions, its index, its server and its queue; and a person with prepared answers.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineErrors,
  emptyDraft,
  PictorError,
  type Backend,
  type BatchPlan,
  type ExtensionAction,
  type ExtensionRequirement,
  type GateContext,
  type InstalledExtension,
  type Problem,
  type PromptSummary,
  type Question,
  type ExtensionSpec,
  type WorkflowDraft,
} from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { isSame, newestIn } from "@pictor/extensions";
import { createCheck } from "../check-extensions.js";
import type { Config } from "../settings.gen.js";

export const fault = defineErrors({
  EXTENSION_INSTALL_FAILED: { message: "{id} could not be installed: {reason}.", fix: "Look at its log." },
  EXTENSION_UPDATE_FAILED: { message: "{id} could not be updated: {reason}.", fix: "Look at its log." },
  MANAGED_NOT_STARTED: { message: "The server does not start: {reason}.", fix: "Look at its log." },
  BACKEND_UNREACHABLE: { message: "{name} does not answer.", fix: "Start it." },
});

/** One that the index knows: versions that can be had, and the node classes that come with it. */
export interface Pack {
  readonly versions?: readonly string[];
  readonly classes?: readonly string[];
  readonly registryId?: string;
  /** What is not found of it. */
  readonly isLost?: "no source" | "no version";
  /** The server cannot load it. */
  readonly failure?: string;
  /** Its update or installation fails. */
  readonly fails?: string;
  /** It never tells its version. */
  readonly isMute?: true;
  /** Its update counts after a restart, and nobody knows before which one it is. */
  readonly isPending?: true;
}

export interface World {
  readonly installed: InstalledExtension[];
  readonly packs: Readonly<Record<string, Pack>>;
  /** Classes that the server has of its own. */
  readonly core: readonly string[];
  readonly can: readonly ExtensionAction[];
  readonly reason?: string;
  state: "running" | "stopped" | "crashed" | "absent";
  /** What waits and runs, look by look; the last one stays. */
  readonly queue: (readonly PromptSummary["state"][])[];
  readonly hasFacet: boolean;
  readonly hasLifecycle: boolean;
  readonly restartFails?: Error;
  readonly providersFail?: Error;
  /** Holds the installation until the test lets it go. */
  readonly gate?: Promise<void>;
}

export const at = (
  id: string,
  version?: string,
  more: Partial<InstalledExtension> = {},
): InstalledExtension => ({
  id,
  place: id.split("/").at(-1) ?? id,
  origin: "git",
  repositories: id.includes("/") ? [`https://github.com/${id}`] : [],
  enabled: true,
  ...(version !== undefined && { version }),
  ...more,
});
export const need = (id: string, range = "*", ...nodeClasses: readonly string[]): ExtensionRequirement => ({
  id,
  range,
  nodeClasses,
});
/** A draft whose graph uses these classes. */
export const draft = (
  classes: readonly string[],
  ...requires: readonly ExtensionRequirement[]
): WorkflowDraft => ({
  ...emptyDraft,
  graph: Object.fromEntries(classes.map((name) => [name.toLowerCase(), { class_type: name, inputs: {} }])),
  requires,
});

export interface Stage {
  readonly world: World;
  /** What was done to the backend, in order. */
  readonly calls: string[];
  readonly asked: Question[];
  readonly told: string[];
  readonly problems: Problem[];
  readonly changes: () => number;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly project: string;
  readonly controller: AbortController;
  run(...drafts: readonly WorkflowDraft[]): ReturnType<ReturnType<typeof createCheck>>;
}

export interface StageOptions extends Partial<World> {
  readonly config?: Partial<Config>;
  /** The beginning of a choice each; without one left, the safe answer. `yes` takes what a general yes means. */
  readonly answers?: readonly string[];
}

export async function stage({ config, answers = [], ...given }: StageOptions = {}): Promise<Stage> {
  const world: World = {
    installed: [],
    packs: {},
    core: ["KSampler"],
    can: ["install", "update", "enable", "disable", "remove"],
    state: "running",
    queue: [],
    hasFacet: true,
    hasLifecycle: true,
    ...given,
  };
  const calls: string[] = [];
  const asked: Question[] = [];
  const told: string[] = [];
  const problems: Problem[] = [];
  let changes = 0;
  const clock = createFakeClock();
  const controller = new AbortController();
  const project = await mkdtemp(join(tmpdir(), "pictor-checker-"));
  onTestFinished(() => rm(project, { recursive: true, force: true }));

  const packOf = (id: string): Pack => world.packs[id] ?? {};
  const startServer = (): void => {
    world.state = "running";
    world.installed.forEach((one, index) => {
      const { failure } = packOf(one.id);
      const { failure: _old, ...rest } = one;
      world.installed[index] = {
        ...rest,
        loaded: failure === undefined,
        ...(failure !== undefined && { failure }),
      };
    });
  };
  let loaded: ReadonlySet<string> = new Set();
  const load = (): void => {
    const own = world.installed
      .filter(({ enabled, id }) => enabled && packOf(id).failure === undefined)
      .flatMap(({ id, place }) => (packOf(id).classes ?? []).map((name) => [name, place] as const));
    loadedFrom = new Map(own);
    loaded = new Set([...world.core, ...own.map(([name]) => name)]);
  };
  let loadedFrom: ReadonlyMap<string, string> = new Map();
  if (world.state === "running") load();

  const find = (id: string): number => world.installed.findIndex((one) => isSame(id, one));
  const versionFor = ({ id, range, version }: ExtensionSpec): string | undefined =>
    packOf(id).isMute ? undefined : (version ?? newestIn(packOf(id).versions ?? ["1.0.0"], range)?.version);
  const note = (action: string, { id, range, version, commit }: ExtensionSpec): void => {
    calls.push(
      [action, id, range, version && `v${version}`, commit && `#${commit}`].filter(Boolean).join(" "),
    );
  };
  const facet: NonNullable<Backend["facets"]["extensions"]> = {
    capabilities: () => {
      calls.push("capabilities");
      return Promise.resolve({
        actions: world.can,
        ...(world.reason !== undefined && { reason: world.reason }),
      });
    },
    list: () => {
      calls.push("list");
      return Promise.resolve([...world.installed]);
    },
    available: (query) =>
      Promise.resolve(
        Object.entries(world.packs)
          .filter(([, { registryId }]) => registryId === query)
          .map(([id, { registryId }]) => ({
            id,
            title: id,
            repository: `https://github.com/${id}`,
            ...(registryId !== undefined && { registryId }),
          })),
      ),
    providers: (classes) => {
      calls.push(`providers ${classes.join(" ")}`);
      if (world.providersFail !== undefined) return Promise.reject(world.providersFail);
      const found = classes.map(
        (name) =>
          [name, Object.keys(world.packs).filter((id) => packOf(id).classes?.includes(name))] as const,
      );
      return Promise.resolve(new Map(found.filter(([, ids]) => ids.length > 0)));
    },
    locate: ({ id }) => {
      const { isLost } = packOf(id);
      if (isLost === "no version")
        return Promise.reject(new PictorError("EXTENSION_NO_VERSION", "No version fits.", "", {}));
      const source = { origin: "git" as const, address: `https://github.com/${id}` };
      return Promise.resolve(isLost === undefined ? source : undefined);
    },
    install: async (wanted, options) => {
      note("install", wanted);
      options?.progress?.("cloning", 0.5);
      await world.gate;
      options?.signal?.throwIfAborted();
      const { fails, registryId } = packOf(wanted.id);
      if (fails !== undefined) throw fault("EXTENSION_INSTALL_FAILED", { id: wanted.id, reason: fails });
      const installed = at(wanted.id, versionFor(wanted), {
        ...(registryId !== undefined && { registryId }),
        ...(wanted.commit !== undefined && { commit: wanted.commit }),
        ...(world.state === "running" && { loaded: false }),
      });
      world.installed.push(installed);
      return installed;
    },
    update: (wanted) => {
      note("update", wanted);
      const index = find(wanted.id);
      const old = world.installed[index]!;
      const { fails } = packOf(old.id);
      if (fails !== undefined)
        return Promise.reject(fault("EXTENSION_UPDATE_FAILED", { id: old.id, reason: fails }));
      const version = versionFor({ ...wanted, id: old.id });
      const updated = {
        ...old,
        ...(version !== undefined && { version }),
        ...(wanted.commit !== undefined && { commit: wanted.commit }),
      };
      world.installed[index] = updated;
      return Promise.resolve(packOf(old.id).isPending ? { ...old, pending: true } : updated);
    },
    enable: (id) => {
      calls.push(`enable ${id}`);
      const index = find(id);
      const enabled = { ...world.installed[index]!, enabled: true };
      world.installed[index] = enabled;
      return Promise.resolve(enabled);
    },
    disable: (id) => {
      calls.push(`disable ${id}`);
      const index = find(id);
      const disabled = { ...world.installed[index]!, enabled: false };
      world.installed[index] = disabled;
      return Promise.resolve(disabled);
    },
    remove: () => Promise.reject(new Error("nobody removes anything here")),
  };
  const backend = {
    catalog: (options: { refresh?: true | readonly string[] } = {}) => {
      const { refresh } = options;
      calls.push(
        `catalog${refresh === undefined ? "" : refresh === true ? " all" : ` ${refresh.join(" ")}`}`,
      );
      if (world.state === "absent")
        return Promise.reject(fault("MANAGED_NOT_STARTED", { reason: "nothing is installed" }));
      if (world.state !== "running") startServer();
      if (loaded.size === 0) load();
      return Promise.resolve(
        new Map(
          [...loaded].map((name) => {
            const place = loadedFrom.get(name);
            const module = place === undefined ? {} : { module: `custom_nodes.${place}` };
            return [name, { name, inputs: [], outputs: [], isOutput: false, ...module }];
          }),
        ),
      );
    },
    prompts: () => {
      const states = world.queue.length > 1 ? world.queue.shift() : world.queue[0];
      return Promise.resolve((states ?? []).map((state, index) => ({ promptId: String(index), state })));
    },
    facets: {
      ...(world.hasFacet && { extensions: facet }),
      ...(world.hasLifecycle && {
        lifecycle: {
          state: () =>
            Promise.resolve(
              world.state === "running"
                ? { state: "running", url: "http://127.0.0.1:8188/", owner: "this" }
                : world.state === "crashed"
                  ? { state: "crashed", lastLines: [] }
                  : world.state === "absent"
                    ? { state: "absent", reason: "nothing is installed" }
                    : { state: "stopped" },
            ),
          start: () => {
            calls.push("start");
            startServer();
            load();
            return Promise.resolve();
          },
          logs: async function* () {},
          restart: (reason: string, options?: { progress?(note: object): void }) => {
            calls.push(`restart: ${reason}`);
            options?.progress?.({ step: "wait", title: "the server starts", index: 0, count: 1 });
            if (world.restartFails !== undefined) return Promise.reject(world.restartFails);
            startServer();
            load();
            return Promise.resolve();
          },
        },
      }),
    },
  } as unknown as Backend;

  const left = [...answers];
  const context: GateContext = {
    signal: controller.signal,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    report: (problem) => problems.push(problem),
    backend,
    info: { name: "studio", kind: "managed", title: "ComfyUI 0.3.64", version: "0.3.64", facets: [] },
    interaction: {
      ask: (question) => {
        asked.push(question);
        const wanted = left.shift();
        const general =
          question.yesChoice ?? question.choices.find((choice) => choice !== question.safeChoice);
        const choice =
          wanted === "yes" ? general : question.choices.find((one) => one.startsWith(wanted ?? "\0"));
        return Promise.resolve(choice ?? question.safeChoice);
      },
      openUrl: () => Promise.resolve(false),
      enter: () => Promise.resolve(undefined),
      showCode() {},
      show() {},
      progress: (step, fraction) =>
        told.push(fraction === undefined ? step : `${step} ${Math.round(fraction * 100)}%`),
    },
    project,
    changed: () => {
      changes++;
    },
  };
  const check = createCheck({ lock: "write", unknownClasses: "look-up", ...config }, clock);
  return {
    world,
    calls,
    asked,
    told,
    problems,
    changes: () => changes,
    clock,
    project,
    controller,
    run: (...drafts) => {
      const plan: BatchPlan = { jobId: "job", workflow: "txt2img", drafts };
      return check(plan, context);
    },
  };
}

/** Without the looks: what was changed. */
export const changesIn = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => /^(install|update|enable|disable|restart|start)/.test(call));

/** Lets everything go on, files too, until it is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
