// Features with settings whose choices come from the backend: missing values, and missing node classes.

import { manifestOf } from "@pictor/host/testing";
import { expect, it } from "vitest";
import type { NodeClass, BatchPlan, GateContext, Veto, WorkflowDraft } from "@pictor/kernel";
import { createFakeBackend, nodeClass } from "../../testing/fake-backend.js";
import { fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";

const pack = { extension: "acme/pack", range: "*" };
const always = { extension: "acme/always", range: ">=1.0.0" };
const settings = {
  type: "object",
  required: ["detector"],
  properties: {
    detector: { type: "string", "x-optionsFrom": { class: "Detector", input: "name" } },
    strength: { type: "number", default: 1 },
  },
};
const manifest = manifestOf("workflow-faces", "workflow", {
  taps: [{ hook: "buildWorkflow", handler: "faces", phase: "refine", when: { feature: "faces" } }],
  contributes: {
    features: [{ id: "faces", title: "Faces", settings }],
    nodeClasses: [
      { class: "Detector", ...pack },
      { class: "Unused", ...pack },
      { class: "Detailer", ...always },
    ],
  },
  requires: { extensions: [{ id: always.extension, range: always.range }] },
});
const detectors = (...options: readonly string[]): NodeClass => ({
  ...nodeClass,
  name: "Detector",
  isOutput: false,
  inputs: [{ name: "name", required: true, type: "COMBO", options }],
});

type Gate = (plan: BatchPlan, context: GateContext, install: () => void) => Veto | undefined;

/** A backend that has the detector classes from the start, or once the gate has installed them. */
async function start(installed: NodeClass | undefined, gate: Gate = () => undefined) {
  let classes = installed === undefined ? [nodeClass] : [nodeClass, installed];
  const install = (): void => {
    classes = [nodeClass, detectors("face.pt"), { ...nodeClass, name: "Detailer", isOutput: false }];
  };
  const backend = createFakeBackend({ classes: () => classes });
  const used: unknown[] = [];
  const faces = (_draft: WorkflowDraft, { feature }: { readonly feature: { readonly settings: object } }) => {
    used.push(feature.settings);
  };
  const pass = (plan: BatchPlan, context: GateContext) => gate(plan, context, install);
  const test = await openPictor([
    backend,
    fakeWorkflow,
    { manifest, plugin: () => ({ handlers: { faces } }) as never },
    inlinePlugin("a-checker", [{ hook: "beforeFirstBatch", handler: "pass" }], { pass }),
  ]);
  return { ...test, used, calls: backend.calls };
}
const request = { workflow: "fake", features: [{ id: "faces" }] };

it("a required setting without a value takes the first choice of the backend", async () => {
  const { pictor, used } = await start(detectors("face.pt", "hand.pt"));
  await pictor.build(request);
  expect(used).toEqual([{ detector: "face.pt", strength: 1 }]);
});

it("a given value does not need the backend", async () => {
  const { pictor, used, calls } = await start(undefined);
  await pictor.build({ ...request, features: [{ id: "faces", settings: { detector: "mine.pt" } }] });
  expect([used, calls]).toEqual([[{ detector: "mine.pt", strength: 1 }], []]);
});

it("a gate receives the extensions of a missing node class and of the plugin, and the job continues", async () => {
  const plans: BatchPlan[] = [];
  const { pictor, used } = await start(undefined, (plan, { changed }, install) => {
    if (plans.push(plan) > 1) return undefined;
    install();
    changed();
    return undefined;
  });
  expect(await pictor.generate(request).result).toMatchObject({ status: "finished" });
  expect(used).toEqual([{ detector: "face.pt", strength: 1 }]);
  expect(plans).toHaveLength(2);
  expect(plans[0]?.drafts[0]?.requires).toEqual([
    { id: "acme/pack", range: "*", nodeClasses: ["Detector"] },
    { id: "acme/always", range: ">=1.0.0", nodeClasses: ["Detailer"] },
  ]);
});

it("without a gate that installs them, the job fails as the build did", async () => {
  const { pictor } = await start(undefined);
  expect(await pictor.generate(request).result).toMatchObject({
    status: "failed",
    error: { code: "PARAM_NO_OPTIONS" },
  });
});
