// Starts the server, and ends it: its port, its folders, and one life after the other.
import { rm, mkdir } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "../faults/clock.js";
import type { FaultControl } from "../faults/fault.js";
import { createFaults } from "../faults/faults.js";
import { readFaults } from "../faults/read.js";
import type { Manager } from "../manager/manager.js";
import type { ManagerOptions } from "../manager/options.js";
import { readClasses } from "../nodes/extra-classes.js";
import { openDataFolders } from "../files/data-folder.js";
import { argvOf } from "./argv.js";
import { beginLife, type Life, type LifeOptions } from "./life.js";
import { checkOptions, type EmbeddedServerOptions, type ServerClock } from "./options.js";
import { createOutages } from "./outages.js";
import { openPort, type Port } from "./port.js";

export interface EmbeddedServer {
  /** `http://HOST:PORT/`; the same after a restart. */
  readonly url: string;
  readonly directory: string;
  readonly outputDirectory: string;
  /** Changes what goes wrong. */
  readonly faults: FaultControl;
  /** Ends the worker, the sockets and the server; queued prompts are dropped. May be called again. */
  close(): Promise<void>;
}

const DEFAULT_MAX_UPLOAD_MIB = 100;

/**
 * Rejects with Node's own error when the address cannot be used (`EADDRINUSE`, `EACCES`, ...), and with an
 * `InvalidOptionsError`, `InvalidFaultsError`, `InvalidClassesError` or `InvalidManagerError` for options that are none.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions = {}): Promise<EmbeddedServer> {
  checkOptions(options);
  const { host = "127.0.0.1", clock = systemClock, maxUploadSize = DEFAULT_MAX_UPLOAD_MIB } = options;
  const maxUploadBytes = maxUploadSize * 1024 ** 2;
  const atStart = readFaults(options.faults ?? []);
  readClasses(options.classes ?? {});
  const managerOf = options.manager && (await managerMaker(options.manager));
  let started: (life: Life) => void = () => undefined;
  let current = new Promise<Life>((resolve) => (started = resolve));
  const port = await openPort(host, options.port ?? 0, {
    request: (request, response) =>
      void current.then((life) => {
        life.request(request, response);
      }),
    upgrade: (request, stream, head) =>
      void current.then((life) => {
        life.upgrade(request, stream, head);
      }),
  });
  const folders = await openFolders(options).catch(async (error: unknown) => {
    await port.close();
    throw error;
  });
  const outages = createOutages(port, clock, {
    heard: async () => (await current).heard(),
    end: async () => {
      await (await current).end();
      await emptyFolder(folders.temp);
    },
    begin: () => {
      faults.forget();
      current = Promise.resolve(beginLife(life));
    },
  });
  const faults = createFaults({ clock, maxUploadBytes, outages });
  const manager = managerOf?.(clock, (ms) => void outages.begin({ ms, isKilled: true }, false));
  const life = {
    ...lifeOptions(options, port, { host, folders, faults, maxUploadBytes }),
    ...(manager && { manager }),
  };
  started(beginLife(life));
  faults.control.set(atStart);
  let ending: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await outages.end();
    faults.control.clear();
    await Promise.all([port.close(), current.then((last) => last.end())]);
  };
  return {
    url: urlOf(host, port.number),
    directory: folders.root,
    outputDirectory: folders.output,
    faults: faults.control,
    close: () => (ending ??= close()),
  };
}

/** Loaded only by those who want one; throws an `InvalidManagerError`. */
async function managerMaker(options: ManagerOptions) {
  const [{ createManager }, { readManager }] = await Promise.all([
    import("../manager/manager.js"),
    import("../manager/read.js"),
  ]);
  const read = readManager(options);
  return (clock: ServerClock, reboot: (ms: number) => void): Manager => createManager(read, clock, reboot);
}

function lifeOptions(
  options: EmbeddedServerOptions,
  port: Port,
  { host, ...made }: Pick<LifeOptions, "folders" | "faults" | "maxUploadBytes"> & { readonly host: string },
): LifeOptions {
  const { access, corsOrigin, multiUser = false, previews = "auto", control = false, classes = {} } = options;
  return {
    ...made,
    previews,
    control,
    classes,
    multiUser,
    argv: argvOf(options, host, port.number),
    ...(access && { access }),
    ...(corsOrigin === undefined ? {} : { corsOrigin }),
  };
}

async function openFolders(options: EmbeddedServerOptions): Promise<LifeOptions["folders"]> {
  const { directory, outputDirectory, inputDirectory, tempDirectory } = options;
  const folders = await openDataFolders(directory);
  const chosen = {
    ...(outputDirectory === undefined ? {} : { output: path.resolve(outputDirectory) }),
    ...(inputDirectory === undefined ? {} : { input: path.resolve(inputDirectory) }),
    ...(tempDirectory === undefined ? {} : { temp: path.resolve(tempDirectory, "temp") }),
  };
  if (chosen.temp !== undefined) await emptyFolder(chosen.temp);
  for (const folder of Object.values(chosen)) await mkdir(folder, { recursive: true, mode: 0o700 });
  return { ...folders, ...chosen };
}

async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

function urlOf(host: string, port: number): string {
  const reachable =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  return `http://${reachable}:${port}/`;
}
