// The examples of the pages about plugins, executed: those that take part in a generation, on the embedded backend.

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { loadConfiguration, type GenerateRequest } from "@pictor/host";
import { validatePluginFolder } from "@pictor/kernel";
import { createFakeClock, listen } from "@pictor/host/testing";
import { createBuiltinPictor } from "./builtins.test.support.js";
import { examplesFolder } from "./plugin-pages.test.support.js";

const { root, writeExample } = examplesFolder();

/** A small image in two steps takes a tenth of the time. */
const quick = (text: string): string => text.replaceAll(/\b512\b/g, "64").replace("steps: 20", "steps: 2");
const small = {
  workflow: "txt2img",
  params: { prompt: "a kite", width: 64, height: 64, steps: 2, seed: "7" },
};

async function generate(
  folder: string,
  request: Partial<GenerateRequest>,
  { flags = {}, ...options }: Parameters<typeof createBuiltinPictor>[0] & { readonly flags?: object } = {},
) {
  expect(await validatePluginFolder(folder)).toEqual([]);
  const pictor = await createBuiltinPictor({
    plugins: [{ kind: "directory", path: folder }],
    configuration: await loadConfiguration({ directory: root(), flags: { ...flags } }),
    ...options,
  });
  const result = await pictor.generate({ ...small, directory: join(root(), "out"), ...request }).result;
  await pictor.dispose();
  return result;
}

it("workflow.md: the smallest workflow makes an image", async () => {
  const folder = writeExample("plugins/workflow.md", "workflow-mini", { change: quick });
  expect(readFileSync(join(folder, "index.js"), "utf8")).toMatch(/width: 64, height: 64[^]*steps: 2,/);
  const result = await generate(folder, { workflow: "mini", params: { prompt: "a kite" } });
  expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{ batch: 0 }] });
});

it("workflow.md: the workflow with phases works with features", async () => {
  const folder = writeExample("plugins/workflow.md", "workflow-phases", {
    change: (text) =>
      quick(text)
        .replaceAll("workflow-mini", "workflow-phases")
        .replace(/"taps": \[.*\],/, `"taps": [${["prepare", "sample", "finish"].map(tapOf).join()}],`)
        .replace(', "fixed": true', "")
        .replace(/^const build = [^]*/, 'export { default } from "./wiring.js";'),
  });
  const wiring =
    'import { finish, prepare, sample } from "./phases.js";\nexport default () => ({ handlers: { prepare, sample, finish } });\n';
  writeFileSync(join(folder, "wiring.js"), wiring);
  const features = [{ id: "hires-fix" }, { id: "lora", settings: { name: "simulated-winter" } }];
  const result = await generate(folder, { workflow: "mini", params: { prompt: "a kite" }, features });
  expect(result).toMatchObject({ status: "finished", problems: [] });
});

it("feature.md: the feature changes the image, and refuses a transparent one", async () => {
  const folder = writeExample("plugins/feature.md", "workflow-soften");
  const soften = { id: "soften", settings: { radius: 3 } };
  const results = [
    await generate(folder, { features: [soften] }),
    await generate(folder, {}),
    await generate(folder, { features: [{ id: "layer-diffuse" }, soften] }),
  ];
  const [softened, plain] = results.map(({ outputs: [output] }) => output?.path);
  expect(readFileSync(softened!)).not.toEqual(readFileSync(plain!));
  expect(results[2]).toMatchObject({ status: "failed", error: { code: "FEATURE_NOT_APPLICABLE" } });
});

it("gate.md: the gate refuses and asks at night, and lets a generation pass by day", async () => {
  const folder = writeExample("plugins/gate.md", "night-checker");
  const { plugins } = configurationOf(folder);
  const at = async (utcHour: number, flags: object) => {
    const clock = createFakeClock(Date.UTC(2026, 0, 1, utcHour));
    const { status } = await generate(folder, {}, { clock, flags });
    return status;
  };
  // Paris is an hour ahead of UTC in January.
  expect([await at(21, { plugins }), await at(4, { plugins })]).toEqual(["vetoed", "vetoed"]);
  expect(await at(21, {})).toBe("finished");
  expect(await at(5, {})).toBe("vetoed");
});

it("output.md: the step writes a text beside the image", async () => {
  const folder = writeExample("plugins/output.md", "output-note");
  const { outputs } = await generate(folder, {});
  const path = outputs[0]!.path!;
  const size = readFileSync(path).length;
  expect(readFileSync(join(dirname(path), `${basename(path)}.txt`), "utf8")).toBe(
    `a kite, by somebody with txt2img, ${size} bytes\n`,
  );
});

it("output.md: the webhook is told of each state", async () => {
  const folder = writeExample("plugins/output.md", "output-webhook", { prefix: "webhook/" });
  const states: unknown[] = [];
  const server = createServer((request, response) => {
    request.on("data", (body) => states.push((JSON.parse(String(body)) as { state: unknown }).state));
    request.on("end", () => response.end());
  });
  const { origin, close } = await listen(server);
  const url = `${origin}/hook`;
  expect(configurationOf(folder).plugins).toHaveProperty("output-webhook.config.url");
  const flags = { plugins: { "output-webhook": { config: { url } } } };
  expect(await generate(folder, {}, { flags })).toMatchObject({ status: "finished", problems: [] });
  await close();
  expect(states).toEqual(expect.arrayContaining(["building", "running", "finished"]));
});

function configurationOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, "pictor.json"), "utf8")) as { readonly plugins: object };
}

function tapOf(phase: string): string {
  return JSON.stringify({ hook: "buildWorkflow", handler: phase, phase, when: { workflow: "mini" } });
}
