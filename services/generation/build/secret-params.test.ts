// Secrets among the settings of a workflow: handlers receive them, and nothing that is kept or shown contains them.

import { manifestOf } from "@pictor/host/testing";
import { expect, it } from "vitest";
import type { BuildContext, OutputContext, WorkflowDraft } from "@pictor/kernel";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import { openStage } from "../../testing/server-stage.js";

const key = { type: "string", "x-secret": true };
const group = (properties: object) => ({ type: "object", properties });
const settings = group({
  key,
  keys: { type: "array", items: key },
  service: group({ url: { type: "string" }, key }),
  services: { type: "array", items: group({ name: { type: "string" }, key }) },
});
const given = {
  key: "CANARY-1",
  keys: ["CANARY-2"],
  service: { url: "u", key: "CANARY-3" },
  services: [{ name: "n", key: "CANARY-4" }],
};
const kept = { service: { url: "u" }, services: [{ name: "n" }] };

it("are in no record, no image's metadata and no list of settings", async () => {
  const built: unknown[] = [];
  const finished: Pick<OutputContext, "params" | "features">[] = [];
  const guarded = {
    manifest: manifestOf("workflow-guarded", "workflow", {
      taps: [
        { hook: "buildWorkflow", handler: "wear", phase: "refine", when: { feature: "badge" } },
        { hook: "buildWorkflow", handler: "build", phase: "finish", when: { workflow: "guarded" } },
      ],
      contributes: {
        workflows: [{ id: "guarded", title: "Guarded", params: settings }],
        features: [{ id: "badge", title: "Badge", settings }],
      },
    }),
    plugin: () => ({
      handlers: {
        wear: ((_draft: WorkflowDraft, { feature }: BuildContext) =>
          void built.push(feature?.settings)) as never,
        build: ((draft: WorkflowDraft, { params }: BuildContext) => {
          built.push(params);
          return {
            ...draft,
            graph: { Save: { class_type: "FakeSave", inputs: { text: "a" } } },
            outputs: ["Save"],
          };
        }) as never,
      },
    }),
  };
  const saver = inlinePlugin("output-a", [{ hook: "afterOutput", handler: "see" }], {
    see: (_output: unknown, { params, features }: OutputContext) => void finished.push({ params, features }),
  });
  const stage = await openStage([guarded, saver]);
  expect(stage.pictor.problems()).toEqual([]);

  const request = { workflow: "guarded", params: given, features: [{ id: "badge", settings: given }] };
  const { now } = await stage.generate(request);
  stage.server.run("succeeded");
  expect(await now()).toMatchObject({ status: "finished", problems: [] });

  expect(built).toMatchObject([given, given]);
  const [submission] = [...stage.server.submissions.values()];
  expect(submission?.record).toMatchObject({ params: kept, features: [{ id: "badge", settings: kept }] });
  expect(finished).toEqual([{ params: kept, features: [{ id: "badge", settings: kept }] }]);
  const { params } = await stage.pictor.build(request);
  expect(JSON.stringify([submission, finished, params])).not.toContain("CANARY");
});

it("are hidden in log lines and errors of a handler", async () => {
  const careless = {
    manifest: manifestOf("workflow-careless", "workflow", {
      taps: [{ hook: "buildWorkflow", handler: "build", phase: "finish", when: { workflow: "careless" } }],
      contributes: { workflows: [{ id: "careless", title: "Careless", params: settings }] },
    }),
    plugin: () => ({
      handlers: {
        build: ((_draft: WorkflowDraft, { params, logger }: BuildContext) => {
          logger.warn(`Sending ${JSON.stringify(params)}`);
          throw new Error(`refused: ${JSON.stringify(params)}`);
        }) as never,
      },
    }),
  };
  const stage = await openStage([careless]);
  const { now } = await stage.generate({ workflow: "careless", params: given });
  const result = await now();
  expect(result).toMatchObject({ status: "failed", error: { code: "TAP_THREW" } });
  const said = JSON.stringify([result, result !== "goes on" && "error" in result && result.error.message]);
  expect(said).toContain("refused: ");
  expect(said + JSON.stringify(stage.log)).not.toContain("CANARY");
  expect(JSON.stringify(stage.log)).toContain("Sending ");
});
