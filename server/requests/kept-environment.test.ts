// The environment that was chosen, after a restart of the server.

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import type { Pictor } from "@pictor/host";
import { KeptEnvironment } from "./kept-environment.js";

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), "pictor-kept-environment-")), "environments.json");
});

/** A run of the server, and what it chooses. */
function run(environment = "lab", directory = "/project", names = ["lab", "live"]) {
  const chooseEnvironment = vi.fn<(name: string | undefined) => void>();
  const pictor = {
    chooseEnvironment,
    configuration: { directory, values: { environment } },
    environments: () => Object.fromEntries(names.map((name) => [name, {}])),
  } as unknown as Pictor;
  return { kept: new KeptEnvironment({ path, pictor }), chooseEnvironment };
}
const restored = async (...args: Parameters<typeof run>): Promise<readonly unknown[]> => {
  const { kept, chooseEnvironment } = run(...args);
  await kept.restore();
  return chooseEnvironment.mock.calls;
};

it.each([["live"], [undefined]])("a choice of %s is made again, in its own project", async (chosen) => {
  await run().kept.keep(chosen);
  expect(await restored()).toEqual([[chosen]]);
  expect(await restored("lab", "/other")).toEqual([]);
});

it("it ends when the configuration makes another one active, or has lost it", async () => {
  await run().kept.keep("live");
  expect(await restored("live")).toEqual([]);
  expect(await restored("lab", "/project", ["lab"])).toEqual([]);
});

it("a file that is missing or damaged chooses nothing, and is written anew", async () => {
  expect(await restored()).toEqual([]);
  await writeFile(path, "{");
  expect(await restored()).toEqual([]);
  await run().kept.keep("live");
  expect(await restored()).toEqual([["live"]]);
});

it("servers of several projects that choose at the same time keep all choices", async () => {
  const projects = ["/one", "/two", "/three"];
  await Promise.all(projects.map((project) => run("lab", project).kept.keep("live")));
  expect(await Promise.all(projects.map((project) => restored("lab", project)))).toEqual(
    projects.map(() => [["live"]]),
  );
});
