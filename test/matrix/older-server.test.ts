// The graphs of the matrix on an older server: they use newer node classes only where no older one exists.

import { afterAll, expect, it } from "vitest";
import { recordedCatalog } from "../fixtures/catalog/recorded.js";
import { expected, templateNames } from "./expected.js";
import { createRecordedPictor } from "./recorded-pictor.js";
import { buildDraft } from "./build-draft.js";

const recorded = await createRecordedPictor(recordedCatalog("core-older"));
afterAll(() => recorded.dispose());

async function problems(template: string, features: readonly string[]): Promise<readonly string[]> {
  const { graph, origins, inputs } = await buildDraft(recorded, template, features);
  const found = await recorded.pictor.validate({ graph, origins, inputs, backend: "recorded" });
  return found.map(({ message }) => message);
}

/** Templates whose models are newer than the server. */
const newerTemplates = new Set(["klein"]);

it.each(templateNames.filter((name) => !newerTemplates.has(name)))(
  "accepts %s and every feature that works in it",
  async (template) => {
    const working = expected
      .filter(({ cells }) => cells[template] === "works")
      .map(({ feature }) => [feature]);
    for (const features of [[], ...working]) {
      expect([features, await problems(template, features)]).toEqual([features, []]);
    }
  },
);

it.each([...newerTemplates])("refuses %s with the node class that the server lacks", async (template) => {
  const found = await problems(template, []);
  expect(found.join("\n")).toContain('the backend has no node class "EmptyFlux2LatentImage"');
});
