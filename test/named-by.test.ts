// An error about a name that nothing has says where the name comes from, unless the caller has just given it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPictor, loadPictorConfiguration, type HostConfigurationOptions } from "@pictor/host";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";

const folder = createTestFolder();
const file = join(folder, "pictor.json");
writeFileSync(
  file,
  JSON.stringify({
    backend: "studo",
    environment: "lvie",
    environments: { live: {} },
    backends: { studio: { kind: "embedded" }, farm: { kind: "pool", members: ["studio", "gone"] } },
  }),
);

async function open(env: Readonly<Record<string, string>>, more: HostConfigurationOptions = {}) {
  const options = { directory: folder, env: { ...userVariables(folder), ...env }, trust: true, ...more };
  const pictor = await createPictor({ configuration: await loadPictorConfiguration(options) });
  onTestFinished(() => pictor.dispose());
  return pictor;
}

it.each<[string, Readonly<Record<string, string>>, string | undefined, string]>([
  [
    "the file of the default backend",
    {},
    undefined,
    `There is no backend "studo" (named by "backend" in ${file}).`,
  ],
  [
    "the environment variable",
    { PICTOR_BACKEND: "stduio" },
    undefined,
    'There is no backend "stduio" (named by PICTOR_BACKEND).',
  ],
  ["nothing for the caller's own name", {}, "stuido", 'There is no backend "stuido". The known'],
])("a backend: %s", async (_name, env, given, words) => {
  await expect((await open(env)).openBackend(given)).rejects.toThrow(words);
});

it.each<[string, Readonly<Record<string, string>>, HostConfigurationOptions, string]>([
  ["the file", {}, {}, `There is no environment "lvie" (named by "environment" in ${file}).`],
  ["the environment variable", { PICTOR_ENVIRONMENT: "lov" }, {}, "(named by PICTOR_ENVIRONMENT)"],
  [
    "the option",
    { PICTOR_ENVIRONMENT: "lov" },
    { environment: "lab" },
    'There is no environment "lab" (named by the option environment).',
  ],
])("an environment: %s", async (_name, env, options, words) => {
  const pictor = await open(env, options);
  await expect(pictor.send({ url: "{{origin}}" })).rejects.toThrow(words);
});
