// Text to image from end to end: kernel, plugins, the embedded server over real HTTP and WebSocket, files on disk.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Pictor, Params } from "@pictor/host";
import { createBuiltinPictor } from "./builtins.test.support.js";

const small: Params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2 };

let folder: string;
/** Everything that a test has opened. */
const opened: Pictor[] = [];
const open = async (...options: Parameters<typeof createBuiltinPictor>): Promise<Pictor> => {
  const pictor = await createBuiltinPictor(...options);
  opened.push(pictor);
  return pictor;
};
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-test-"))));
afterEach(async () => {
  for (const pictor of opened.splice(0)) await pictor.dispose();
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

  it("keeps the image on the backend when it cannot be saved, and says where", async () => {
    const result = await generateIntoLostFolder();
    expect(result).toMatchObject({ status: "finished", problems: [{ code: "OUTPUT_NOT_SAVED" }] });
    const where = /The file is still on the backend: (.*)$/.exec(result.problems[0]!.hint ?? "")?.[1];
    expect(readFileSync(where!).subarray(1, 4).toString()).toBe("PNG");
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
});
