// A folder with the fake ComfyUI, and instances whose server it is.

import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@pictor/kernel/plugin";
import { layoutOf } from "../layout.js";
import type { Instance } from "../instance.js";
import { complete } from "../settings.js";
import type { ManagedSettings } from "../settings.gen.js";
import { fakeComfyScript, type Behaviour } from "./fake-comfy-script.js";
import { realClock } from "@pictor/host/testing";
import { freePort } from "./local-machine.js";
import type { TestServices } from "./plugin-services.js";

export interface ServerFixture {
  readonly folder: string;
  readonly port: number;
  readonly log: string[];
  readonly url: string;
  instance(settings?: Partial<ManagedSettings["launch"]>, more?: Partial<Instance>): Instance;
  behave(behaviour: Behaviour): Promise<void>;
  read(file: string): Promise<string>;
  remove(): Promise<void>;
}

/** The flags that the script knows, which are the same for every instance, once a test has read them. */
let knownFlags: string | undefined;

/** A folder with the fake server, as a ComfyUI that Pictor did not install. */
export async function createServerFixture({
  run,
  network,
}: Pick<TestServices, "run" | "network">): Promise<ServerFixture> {
  const folder = await mkdtemp(join(tmpdir(), "pictor managed ü-"));
  const comfy = join(folder, "Comfy UI");
  await mkdir(join(comfy, "custom_nodes"), { recursive: true });
  await writeFile(join(comfy, "main.py"), fakeComfyScript);
  const behave = (behaviour: Behaviour) =>
    writeFile(join(comfy, "behaviour.json"), JSON.stringify(behaviour));
  await behave({});
  const flags = join(folder, "root", "flags.json");
  await mkdir(join(folder, "root"));
  if (knownFlags !== undefined) await writeFile(flags, knownFlags);
  const port = await freePort();
  const log: string[] = [];
  const write = (message: string): void => void log.push(message);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  return {
    folder,
    port,
    log,
    url: `http://127.0.0.1:${port}`,
    behave,
    read: (file) => readFile(join(comfy, file), "utf8"),
    async remove() {
      knownFlags ??= await readFile(flags, "utf8").catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
    instance(launch = {}, more = {}) {
      const settings = complete({
        python: process.execPath,
        comfyDirectory: comfy,
        directory: join(folder, "root"),
      });
      const source = {
        name: "studio",
        dataFolder: folder,
        workingDirectory: folder,
        platform: process.platform,
      };
      return {
        name: "studio",
        layout: layoutOf(settings, source),
        settings: { ...settings, launch: { ...settings.launch, port, startTimeoutMs: 20_000, ...launch } },
        run,
        network,
        clock: realClock,
        logger,
        env: process.env,
        platform: process.platform,
        ...more,
      };
    },
  };
}
