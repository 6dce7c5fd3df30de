// Gates that change the backend, after which everything is built again; and checks, which submit nothing.

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Catalog,
  PictorError,
  type BatchPlan,
  type BuildContext,
  type GateContext,
  type Veto,
  type ExtensionRequirement,
  type WorkflowDraft,
} from "@pictor/kernel";
import { createFakeBackend, nodeClass } from "../../testing/fake-backend.js";
import { fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";

const requires: readonly ExtensionRequirement[] = [{ id: "a/pack", range: "^1.0.0", nodeClasses: ["Extra"] }];
const veto: Veto = { kind: "veto", code: "NO", message: "a/pack is missing" };
const extra = { ...nodeClass, name: "Extra", isOutput: false };

interface Scene {
  /** What the gate does. `install` adds the class `Extra` to the backend. */
  readonly gate: (context: GateContext, plan: BatchPlan, install: () => void) => Veto | undefined;
  /** Inspects the catalog during the build. An exception fails the build. */
  readonly look?: (catalog: Catalog, context: BuildContext) => void;
}

async function start({ gate, look }: Scene) {
  let isInstalled = false;
  const install = (): void => {
    isInstalled = true;
  };
  const backend = createFakeBackend({ classes: () => (isInstalled ? [nodeClass, extra] : [nodeClass]) });
  const plans: BatchPlan[] = [];
  const contexts: BuildContext[] = [];
  const build = async (draft: WorkflowDraft, context: BuildContext) => {
    contexts.push(context);
    const catalog = await context.catalog();
    look?.(catalog, context);
    if (!catalog.has("Extra")) return undefined;
    const node = { class_type: "Extra", inputs: { text: String(context.seed) } };
    return { ...draft, graph: { ...draft.graph, Extra: node } };
  };
  const pass = (plan: BatchPlan, context: GateContext) => {
    plans.push(plan);
    return gate(context, plan, install);
  };
  const taps = [
    { hook: "buildWorkflow", handler: "build", phase: "finish", when: { workflow: "fake" } },
    { hook: "beforeFirstBatch", handler: "pass" },
  ];
  const test = await openPictor([backend, fakeWorkflow, inlinePlugin("a-checker", taps, { build, pass })], {
    directory: "/project",
  });
  return { ...test, backend, plans, contexts };
}
const missing = (): never => {
  throw new PictorError("CUSTOM_NOT_CONVERTIBLE", "Unknown class Extra.", "Install it.", { requires });
};
const needsExtra = (catalog: Catalog): void => {
  if (!catalog.has("Extra")) missing();
};

describe("a gate that changed the backend", () => {
  it("has all batches built again with the same values and a new catalog, and is not called again", async () => {
    const { pictor, plans, contexts, backend } = await start({
      gate: ({ changed }, _plan, install) => {
        install();
        changed();
        return undefined;
      },
    });
    const { result, events } = pictor.generate({ workflow: "fake", count: 2, params: { steps: 7 } });
    const states: string[] = [];
    for await (const event of events) if (event.type === "job" && event.batch === 0) states.push(event.state);
    const { status, outputs } = await result;
    expect([status, outputs.length, plans.length]).toEqual(["finished", 2, 1]);
    const [first, second, ...again] = contexts.map(({ seed, params, batch }) => ({ seed, params, batch }));
    expect(again).toEqual([first, second]);
    expect(outputs.map(({ seed }) => seed)).toEqual([first?.seed, second?.seed]);
    expect(backend.calls.filter((name) => name === "catalog refresh")).toHaveLength(1);
    expect(states.slice(0, 4)).toEqual(["building", "gating", "validating", "uploading"]);
  });

  it("submits the graphs of the second build", async () => {
    const { pictor } = await start({
      gate: ({ changed }, _plan, install) => {
        install();
        changed();
        return undefined;
      },
    });
    const checked = await pictor.check({ workflow: "fake", params: { seed: "5" } });
    expect(checked).toMatchObject({
      status: "ready",
      workflow: "fake",
      backend: "studio",
      drafts: [{ graph: { Extra: { inputs: { text: "5" } } } }],
      problems: [],
    });
  });

  it("and vetoes ends the generation", async () => {
    const { pictor, contexts } = await start({
      gate: ({ changed }) => {
        changed();
        return veto;
      },
    });
    expect(await pictor.generate({ workflow: "fake" }).result).toMatchObject({ status: "vetoed", veto });
    expect(contexts).toHaveLength(1);
  });

  it("knows the project's folder", async () => {
    const seen: string[] = [];
    const { pictor } = await start({ gate: ({ project }) => void seen.push(project) });
    await pictor.check({ workflow: "fake" });
    expect(seen).toEqual([resolve("/project")]);
  });
});

describe("a build that fails because extensions are missing", () => {
  it("is repeated when a gate has installed them; the gate then receives the complete plan", async () => {
    const { pictor, plans } = await start({
      look: needsExtra,
      gate: ({ changed }, { drafts }, install) => {
        if (Object.keys(drafts[0]?.graph ?? {}).length > 0) return undefined;
        install();
        changed();
        return undefined;
      },
    });
    const { status } = await pictor.generate({ workflow: "fake", count: 2 }).result;
    expect(status).toBe("finished");
    expect(plans.map(({ drafts }) => drafts.map(({ graph }) => Object.keys(graph)))).toEqual([
      [[]],
      [
        ["Save", "Extra"],
        ["Save", "Extra"],
      ],
    ]);
    expect(plans[0]).toMatchObject({ workflow: "fake", drafts: [{ requires }] });
  });

  it("ends with the gate's veto", async () => {
    const { pictor, backend } = await start({ look: needsExtra, gate: () => veto });
    expect(await pictor.generate({ workflow: "fake" }).result).toMatchObject({ status: "vetoed", veto });
    expect(backend.calls).not.toContain("submit");
  });

  it("fails as it did when no gate changed anything", async () => {
    const { pictor, plans } = await start({ look: needsExtra, gate: () => undefined });
    const result = await pictor.generate({ workflow: "fake" }).result;
    expect(result).toMatchObject({ status: "failed", error: { code: "CUSTOM_NOT_CONVERTIBLE" } });
    expect(plans).toHaveLength(1);
  });

  it("fails if the installed extensions do not help, and does not call the gate forever", async () => {
    const { pictor, plans } = await start({
      look: needsExtra,
      gate: ({ changed }) => {
        changed();
        return undefined;
      },
    });
    expect(await pictor.generate({ workflow: "fake" }).result).toMatchObject({ status: "failed" });
    expect(plans).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["no list", "a/pack"],
    ["an empty list", []],
    ["a list of other things", [null, "a/pack", { id: "a/pack" }]],
  ])("and names %s does not call the gate", async (_what, given) => {
    const { pictor, plans } = await start({
      look: () => {
        throw new PictorError("X", "x.", "y.", { requires: given });
      },
      gate: () => undefined,
    });
    expect(await pictor.generate({ workflow: "fake" }).result).toMatchObject({
      status: "failed",
      error: { code: "X" },
    });
    expect(plans).toEqual([]);
  });
});

describe("a check", () => {
  it("submits and uploads nothing, and returns the drafts", async () => {
    const { pictor, backend } = await start({ gate: () => undefined });
    const checked = await pictor.check({ workflow: "fake", count: 2 });
    expect(checked).toMatchObject({
      status: "ready",
      drafts: [{ outputs: ["Save"] }, { outputs: ["Save"] }],
    });
    expect(backend.calls.filter((name) => /submit|upload|events/.test(name))).toEqual([]);
  });

  it("ends as a generation would", async () => {
    const stop = AbortSignal.abort();
    const { pictor } = await start({ gate: () => veto });
    expect(await pictor.check({ workflow: "fake" })).toMatchObject({ status: "vetoed", veto, outputs: [] });
    expect(await pictor.check({ workflow: "fake", signal: stop })).toMatchObject({ status: "interrupted" });
    expect(await pictor.check({ workflow: "none" })).toMatchObject({
      status: "failed",
      error: { code: "WORKFLOW_UNKNOWN" },
    });
  });

  it("returns the errors of the validation", async () => {
    const { pictor } = await start({ gate: () => undefined });
    expect(await pictor.check({ workflow: "fake", params: { steps: 1000 } })).toMatchObject({
      status: "failed",
      error: { code: "GRAPH_INVALID", details: { setting: "steps" } },
    });
  });

  it("ends when the kernel is disposed", async () => {
    const { pictor, dispose } = await start({ gate: () => new Promise(() => undefined) as never });
    const checking = pictor.check({ workflow: "fake" });
    await dispose();
    expect(await checking).toMatchObject({ status: "interrupted", by: "caller" });
    await expect(pictor.check({ workflow: "fake" })).rejects.toMatchObject({ code: "KERNEL_DISPOSED" });
  });
});

it("what a plugin's manifest requires is required by the workflows and features that it contributes, and by no others", async () => {
  const manifest = {
    ...fakeWorkflow.manifest,
    requires: { extensions: [{ id: "a/pack", range: "^2.0.0" }] },
  };
  const other = inlinePlugin(
    "b-checker",
    [],
    {},
    { requires: { extensions: [{ id: "b/pack", range: "*" }] } },
  );
  const feature = inlinePlugin(
    "c-checker",
    [{ hook: "buildWorkflow", handler: "c", phase: "refine", when: { feature: "c" } }],
    { c: () => undefined },
    {
      requires: { extensions: [{ id: "c/pack", range: "*" }] },
      contributes: { features: [{ id: "c", title: "C", settings: { type: "object", properties: {} } }] },
    },
  );
  const test = await openPictor([createFakeBackend(), { ...fakeWorkflow, manifest }, other, feature]);
  const requiredBy = async (features: readonly { readonly id: string }[]) =>
    (await test.pictor.build({ workflow: "fake", features })).drafts[0]?.requires;
  const own = { id: "a/pack", range: "^2.0.0", nodeClasses: [] };
  expect(await requiredBy([])).toEqual([own]);
  expect(await requiredBy([{ id: "c" }])).toEqual([own, { id: "c/pack", range: "*", nodeClasses: [] }]);
});
