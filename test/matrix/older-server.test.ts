// The graphs of the matrix on an older server: what newer ones brought is used only where nothing else would do.

import { afterAll, beforeAll, expect, it } from "vitest";
import { recordedCatalog } from "../fixtures/catalogue/recorded.js";
import { expected, templateNames } from "./expected.js";
import { recordedWorld, type RecordedWorld } from "./recorded-kernel.test.support.js";
import { draftOf } from "./requests.test.support.js";

let world: RecordedWorld;
beforeAll(async () => {
  world = await recordedWorld(recordedCatalog("core-older"));
});
afterAll(() => world.dispose());

async function problems(template: string, features: readonly string[]): Promise<readonly string[]> {
  const { graph, origins } = await draftOf(world, template, features);
  const found = await world.kernel.validate({ graph, origins, backend: "recorded" });
  return found.map(({ message }) => message);
}

/** Models that came later than the server. */
const later = new Set(["klein"]);

it.each(templateNames.filter((name) => !later.has(name)))(
  "takes %s and every add-on of it",
  async (template) => {
    const working = expected
      .filter(({ cells }) => cells[template] === "works")
      .map(({ feature }) => [feature]);
    for (const features of [[], ...working]) {
      expect([features, await problems(template, features)]).toEqual([features, []]);
    }
  },
);

it.each([...later])("names what it lacks for %s", async (template) => {
  const found = await problems(template, []);
  expect(found.join("\n")).toContain('the backend has no node class "EmptyFlux2LatentImage"');
});
