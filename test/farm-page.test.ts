// docs/farm.md: the containers run commands and options that exist, its settings are those of the kinds, and its metrics are written.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkForm } from "@pictor/kernel";
import { farmMetrics } from "@pictor/features/metrics";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProgram } from "../cli/program/program.js";
import { createWorkerMetrics } from "../cli/commands/worker/worker-metrics.js";
import { parseHealthAddress } from "../cli/commands/worker/worker-plan.js";
import { startingWorker } from "../cli/commands/worker/worker-state.js";
import { planServeApi } from "../cli/commands/serve/serve-plan.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { createJobMetrics } from "../server/metrics/job-metrics.js";
import { createBuiltinPictor } from "./builtins.test.support.js";

const page = readFileSync(join(import.meta.dirname, "../docs/farm.md"), "utf8");
const blocks = (info: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${info}\\n([^]*?)^\`\`\``, "gm"))].map(([, block = ""]) => block);

/** The argument lists of the containers, in the compose file and for Kubernetes. */
const lists = blocks("yaml.*").flatMap((block) =>
  [...block.matchAll(/^ *(?:command|args): (\[.*\])$/gm)].map(
    ([, list = "[]"]) => JSON.parse(list) as readonly string[],
  ),
);
const ours = lists.filter(([first]) => first === "serve" || first === "worker");

/** The options of a command line. Throws for one that does not exist, or that lacks its value. */
function optionsOf([name = "", ...words]: readonly string[]): Readonly<Record<string, unknown>> {
  const program = createProgram("0.0.0", { streams: fakeStreams(), end: () => undefined });
  const command = program.commands.find((known) => known.name() === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const { unknown, operands } = command.exitOverride().parseOptions([...words]);
  const global = program.parseOptions(unknown);
  expect([operands, global.unknown, global.operands]).toEqual([[], [], []]);
  return { ...program.opts(), ...command.opts() };
}

describe("the containers", () => {
  it("run the local API once, and a worker in both descriptions", () => {
    expect(ours.map(([name]) => name)).toEqual(["serve", "worker", "worker"]);
  });

  it("of the worker have options that exist and valid values", () => {
    for (const words of ours.filter(([name]) => name === "worker")) {
      const options = optionsOf(words);
      expect(options).toMatchObject({ backend: "studio", queue: "farm", json: true });
      expect(parseHealthAddress(String(options["health"]))).toEqual({ host: "0.0.0.0", port: 9464 });
    }
  });

  it("of the local API have options that exist and valid values", () => {
    const [words = []] = ours;
    expect(planServeApi(optionsOf(words))).toMatchObject({ port: 8190, jobsAtEnd: "leave" });
  });

  it("of Redis keep prompts on the disk, and drop none", () => {
    const redis = lists.find(([first]) => first === "redis-server")?.join(" ");
    expect(redis).toContain("--appendonly yes");
    expect(redis).toContain("--maxmemory-policy noeviction");
  });
});

it("each pictor.json has settings that its kinds have", async () => {
  const pictor = await createBuiltinPictor({});
  onTestFinished(() => pictor.dispose());
  const files = blocks("json pictor.json");
  expect(files).toHaveLength(2);
  for (const file of files) {
    const { backends } = JSON.parse(file) as {
      readonly backends: Readonly<Record<string, { readonly kind: string } & Record<string, never>>>;
    };
    for (const [name, { kind, ...settings }] of Object.entries(backends)) {
      const found = pictor.contributions("backends").find(({ id }) => id === kind);
      expect([name, found?.id]).toEqual([name, kind]);
      const given = { ...settings, ...("redis" in settings && { redis: "redis://redis" }) };
      expect(await checkForm(found!.settings, given)).toMatchObject({ missing: [], problems: [] });
    }
  }
});

it("each metric that the page names is written by a worker or by the local API", async () => {
  const worker = await createWorkerMetrics({ backend: "a", queue: "b", name: "c" }, undefined).text(
    startingWorker,
  );
  const written = new Set([
    ...[...worker.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    ...["pictor_worker_prompts_total", "pictor_worker_prompt_seconds"],
    ...farmMetrics([]).map(({ name }) => name),
    ...createJobMetrics()
      .metrics([], 0)
      .map(({ name }) => name),
  ]);
  const named = [...page.matchAll(/\bpictor_\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !written.has(name))).toEqual([]);
});
