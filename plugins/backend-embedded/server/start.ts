// Starts the server, and ends it: its port, its folders, and one life after the other.
import { rm, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "@pictor/kernel/plugin";
import { systemClock } from "../faults/clock.js";
import type { Fault, FaultControl } from "../faults/fault.js";
import { createFaults } from "../faults/faults.js";
import { readFaults } from "../faults/read.js";
import type { Manager } from "../manager/manager.js";
import type { ManagerOptions } from "../manager/options.js";
import { readClasses, type ExtraClasses } from "../nodes/extra-classes.js";
import { openDataFolders } from "../files/data-folder.js";
import { defaultMaxUploadBytes } from "./body.js";
import { beginLife, type Life, type LifeOptions } from "./life.js";
import { createOutages } from "./outages.js";
import { openPort, type Port } from "./port.js";

export interface EmbeddedServerOptions {
  /** Address to listen on; default "127.0.0.1". */
  readonly host?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Holds output/, temp/, input/ and user/; default: a fresh folder below the system's temporary folder. */
  readonly directory?: string;
  /** In place of `output` in `directory`. */
  readonly outputDirectory?: string;
  /** In place of `input` in `directory`. */
  readonly inputDirectory?: string;
  /** Temporary files are in `temp` below it, which is emptied at every start; default `directory`. */
  readonly tempDirectory?: string;
  /** HTTP Basic credentials, demanded on every route and on the WebSocket handshake. */
  readonly access?: { readonly username: string; readonly password: string };
  /** "auto" (default): a preview for each sampler step. */
  readonly previews?: "auto" | "none";
  /** Longest request body in MiB, fractions allowed; default 100. */
  readonly maxUploadSize?: number;
  /** Settings and user data for each user that the header `comfy-user` names; default false. */
  readonly multiUser?: boolean;
  /** Sends CORS headers for this origin ("*": any) and lets pages of any origin in; default: neither. */
  readonly corsOrigin?: string;
  /** What goes wrong from the start; default nothing. */
  readonly faults?: readonly Fault[];
  /** True: clients on this machine change faults at `/pictor/faults`; default false. */
  readonly control?: boolean;
  /**
   * Node classes beside the server's own, in the form of `/object_info`; each output is the first input of its type.
   * Default none.
   */
  readonly classes?: ExtraClasses;
  /** A fake ComfyUI-Manager; default none. */
  readonly manager?: ManagerOptions;
  /** Time for faults and the fake Manager; default the system's. */
  readonly clock?: Clock;
}

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

/**
 * Rejects with Node's own error when the address cannot be used (`EADDRINUSE`, `EACCES`, ...), and with an
 * `InvalidFaultsError`, `InvalidClassesError` or `InvalidManagerError` for options that are none.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions = {}): Promise<EmbeddedServer> {
  const host = options.host ?? "127.0.0.1";
  const clock = options.clock ?? systemClock;
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
  const faults = createFaults({ clock, outages });
  const manager = managerOf?.(clock, (ms) => void outages.begin({ ms, isKilled: true }, false));
  const life = { ...lifeOptions(options, port, { host, folders, faults }), ...(manager && { manager }) };
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
  return (clock: Clock, reboot: (ms: number) => void): Manager => createManager(read, clock, reboot);
}

function lifeOptions(
  {
    access,
    corsOrigin,
    maxUploadSize,
    multiUser = false,
    previews = "auto",
    control = false,
    classes = {},
  }: EmbeddedServerOptions,
  { number }: Port,
  { host, folders, faults }: Pick<LifeOptions, "folders" | "faults"> & { readonly host: string },
): LifeOptions {
  const cors = corsOrigin === undefined ? [] : ["--enable-cors-header", corsOrigin];
  return {
    folders,
    faults,
    previews,
    control,
    classes,
    multiUser,
    maxUploadBytes: maxUploadSize === undefined ? defaultMaxUploadBytes : maxUploadSize * 1024 ** 2,
    argv: ["pictor-embedded", "--listen", host, "--port", String(number), ...cors],
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
