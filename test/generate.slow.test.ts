// Text to image from end to end: kernel, plugins, the embedded server over real HTTP and WebSocket, files on disk.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Pictor, LoadedConfiguration, LogLine, Params } from "@pictor/host";
import { createBuiltinPictor } from "./builtins.test.support.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");
const small: Params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2 };

let folder: string;
/** Everything that a test has opened. */
const opened: Pictor[] = [];
const open = async (...options: Parameters<typeof createBuiltinPictor>): Promise<Pictor> => {
  const pictor = await createBuiltinPictor(...options);
  opened.push(pictor);
  return pictor;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-test-"));
});
afterEach(async () => {
  for (const pictor of opened.splice(0)) await pictor.dispose();
});

const pixels = (path: string): string => PNG.sync.read(readFileSync(path)).data.toString("base64");
/** Values that are in no file. */
const configured = (values: LoadedConfiguration["values"]): LoadedConfiguration => ({
  values,
  files: [],
  layers: [],
  directory: folder,
  profileFiles: {},
  backendFiles: {},
  writesTo: join(folder, "pictor.json"),
});
/** With a new seed, so that nothing comes from the backend's cache. */
let seeds = 1_000;
interface More {
  readonly pictor?: Pictor;
  readonly count?: number;
  readonly directory?: string;
}
const generateIn = (pictor: Pictor, params: Params, more: Omit<More, "kernel">) =>
  pictor.generate({
    workflow: "txt2img",
    params: { ...small, seed: String(seeds++), ...params },
    directory: folder,
    ...more,
  });

describe("text to image on the embedded backend", () => {
  // Most tests share a backend, because opening one takes half a second.
  let shared: Pictor;
  beforeAll(async () => {
    shared = await createBuiltinPictor();
  });
  afterAll(() => shared.dispose());
  const generate = (params: Params = {}, { pictor = shared, ...more }: More = {}) =>
    generateIn(pictor, params, more);

  /** The folder can be created before the run, and no longer when the image is saved. */
  const generateIntoLostFolder = async (pictor?: Pictor) => {
    const directory = join(folder, "images");
    const generation = generate({}, { directory, ...(pictor && { pictor }) });
    for await (const event of generation.events)
      if (event.type === "job" && event.state === "queued") writeFileSync(directory, "");
    return generation.result;
  };

  it("saves an image that carries how it was made", async () => {
    const result = await generate({ seed: "7" }).result;
    expect(result).toMatchObject({ status: "finished", problems: [] });
    const [output] = result.outputs;
    const text = readFileSync(output!.path!, "latin1");
    expect(text).toContain("parameters\0a lighthouse\nSteps: 2, Sampler: Euler a, CFG scale: 5, Seed: 7");
    expect(text).toContain("simulated sampler");
    expect(PNG.sync.read(readFileSync(output!.path!))).toMatchObject({ width: 64, height: 64 });
  });

  it("gives identical pixels for the same seed, and others for another one", async () => {
    const results = [];
    for (const seed of ["21", "22", "21"]) results.push(await generate({ seed }).result);
    const [first, other, again] = results.map(({ outputs }) => pixels(outputs[0]!.path!));
    expect(first).toBe(again);
    expect(first).not.toBe(other);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("runs batches with seeds that follow each other, beyond 2^53", async () => {
    const { outputs } = await generate({ seed: "18446744073709551615" }, { count: 2 }).result;
    expect(outputs.map(({ seed, batch }) => [seed, batch])).toEqual([
      [18446744073709551615n, 0],
      [0n, 1],
    ]);
  });

  it("tells the job's states in order, and one figure that never falls", async () => {
    const states: string[] = [];
    const overall: number[] = [];
    const generation = generate();
    for await (const event of generation.events) {
      if (event.type === "job") states.push(event.state);
      if (event.type === "progress") overall.push(event.overall);
    }
    expect(states).toEqual(
      "building gating validating uploading queued running fetching finished".split(" "),
    );
    expect(overall).toEqual([...overall].sort((a, b) => a - b));
    expect(overall.at(-1)).toBe(1);
  });

  it("keeps the image on the backend when it cannot be saved, and says where", async () => {
    const result = await generateIntoLostFolder();
    expect(result).toMatchObject({ status: "finished", problems: [{ code: "OUTPUT_NOT_SAVED" }] });
    const where = /It is still on the backend: (.*)$/.exec(result.problems[0]!.hint ?? "")?.[1];
    expect(readFileSync(where!).subarray(1, 4).toString()).toBe("PNG");
  });

  it("refuses a wrong name template before anything is generated", async () => {
    const pictor = await open({
      configuration: configured({
        plugins: { "output-files": { enabled: true, config: { name: "{bogus}" } } },
      }),
    });
    const states: string[] = [];
    const generation = generate({}, { pictor });
    for await (const event of generation.events) if (event.type === "job") states.push(event.state);
    expect(await generation.result).toMatchObject({
      status: "failed",
      error: { code: "OUTPUT_NAME_INVALID", base: "SETTINGS_INVALID" },
    });
    expect(states).toEqual(["building", "failed"]);
  });

  it("leaves no folder behind if every image was saved", async () => {
    const pictor = await open();
    const { outputs } = await generate({}, { pictor }).result;
    const served = outputs[0]!.file.address;
    expect(existsSync(served)).toBe(true);
    await pictor.dispose();
    expect([existsSync(served), existsSync(outputs[0]!.path!)]).toEqual([false, true]);
  });

  it("keeps the folder of an image that was not saved", async () => {
    const pictor = await open();
    const { outputs } = await generateIntoLostFolder(pictor);
    await pictor.dispose();
    expect(existsSync(outputs[0]!.file.address)).toBe(true);
    rmSync(join(outputs[0]!.file.address, "../.."), { recursive: true });
  });

  it("names the setting that the backend does not offer", async () => {
    const result = await generate({ sampler: "eulr" }).result;
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "GRAPH_INVALID", details: { setting: "sampler" } },
    });
  });
});

describe("an embedded backend behind HTTP Basic", () => {
  const canary = "canary-Pässwort-5183";
  const configuration = (auth?: string): LoadedConfiguration => {
    const access = { username: "me", password: { $env: "PICTOR_TEST_PASSWORD" } };
    const backend = { kind: "embedded", access, ...(auth === undefined ? {} : { auth }) };
    const setting = (password: object) => ({
      type: "basic",
      schemes: { basic: { username: "me", password } },
    });
    return configured({
      backends: { locked: backend },
      profiles: {
        good: setting({ $env: "PICTOR_TEST_PASSWORD" }),
        bad: setting({ $env: "PICTOR_TEST_OTHER" }),
      },
    });
  };
  const run = async (auth?: string) => {
    process.env["PICTOR_TEST_PASSWORD"] = canary;
    process.env["PICTOR_TEST_OTHER"] = "another-canary-5184";
    const log: LogLine[] = [];
    const pictor = await open({ configuration: configuration(auth), log: (line) => log.push(line) });
    const events: unknown[] = [];
    const generation = generateIn(pictor, {}, {});
    for await (const event of generation.events) events.push(event);
    return {
      result: await generation.result,
      said: JSON.stringify([log, events], (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      ),
    };
  };

  it("passes HTTP calls, the handshake and /view with the profile, and shows the password nowhere", async () => {
    const { result, said } = await run("good");
    expect(result).toMatchObject({ status: "finished", problems: [] });
    const file = readFileSync(result.outputs[0]!.path!, "latin1");
    const secrets = [
      canary,
      "another-canary",
      Buffer.from(`me:${canary}`).toString("base64"),
      encodeURIComponent(canary),
    ];
    for (const secret of secrets) expect(said + file).not.toContain(secret);
  });

  it("asks for credentials without a profile", async () => {
    expect((await run()).result).toMatchObject({ status: "failed", error: { code: "AUTH_REQUIRED" } });
  });

  it("says that the profile's credentials are wrong", async () => {
    const { result, said } = await run("bad");
    expect(result).toMatchObject({ status: "failed", error: { code: "AUTH_REJECTED" } });
    expect(said).not.toContain("another-canary");
  });
});
