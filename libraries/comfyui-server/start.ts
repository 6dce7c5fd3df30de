// Starts the server: opens its port and its data folders, and begins its first session.
import { stat } from "node:fs/promises";
import path from "node:path";
import { discard, ensureFolder, type Clock } from "@pictor/kernel/plugin";
import { argvOf } from "./argv.js";
import { catalogOf, type Catalog } from "./classes/catalog.js";
import { readClasses } from "./classes/extra-classes.js";
import type { FaultControl } from "./faults/fault.js";
import { createFaults } from "./faults/faults.js";
import { readFaults } from "./faults/read-faults.js";
import { openPort } from "./listening-port.js";
import type { Manager } from "./manager/manager.js";
import type { ManagerOptions } from "./manager/options.js";
import { checkOptions, InvalidOptionsError, type ComfyuiServerOptions } from "./options.js";
import { createOutages } from "./outages.js";
import { beginSession, type Session, type SessionOptions } from "./session.js";
import { openDataFolders, type DataFolders } from "./storage/data-folders.js";
import { systemClock } from "./system-clock.js";

export interface ComfyuiServer {
  /** `http://HOST:PORT/`; a restart keeps the port. */
  readonly url: string;
  readonly directory: string;
  readonly outputDirectory: string;
  readonly faults: FaultControl;
  /** Ends the worker, the sockets and the server, and drops the queue. May be called more than once. */
  close(): Promise<void>;
}

const DEFAULT_MAX_UPLOAD_MIB = 100;

/**
 * Rejects with the error of Node.js when the address cannot be used (`EADDRINUSE`, `EACCES`, ...), and for invalid options
 * with an `InvalidOptionsError`, `InvalidFaultsError`, `InvalidClassesError` or `InvalidManagerError`.
 */
export async function startComfyuiServer(options: ComfyuiServerOptions = {}): Promise<ComfyuiServer> {
  checkOptions(options);
  const { host = "127.0.0.1", clock = systemClock, maxUploadSize = DEFAULT_MAX_UPLOAD_MIB } = options;
  const maxUploadBytes = maxUploadSize * 1024 ** 2;
  const initialFaults = readFaults(options.faults ?? []);
  await checkFrontEnd(options.frontEndRoot);
  const ownClasses = catalogOf(options.nodes);
  const classes = readClasses(options.classes ?? {}, ownClasses);
  const createManager = options.manager && (await managerFactory(options.manager, ownClasses));
  let setFirst: (session: Session) => void = () => undefined;
  let current = new Promise<Session>((resolve) => (setFirst = resolve));
  const port = await openPort(host, options.port ?? 0, {
    request: (request, response) => void current.then((session) => session.request(request, response)),
    upgrade: (request, stream, head) =>
      void current.then((session) => session.upgrade(request, stream, head)),
  });
  const folders = await openFolders(options).catch(async (error: unknown) => {
    await port.close();
    throw error;
  });
  const outages = createOutages(port, clock, {
    allDelivered: async () => (await current).allDelivered(),
    end: async () => {
      await (await current).end();
      await emptyFolder(folders.temp);
    },
    begin: () => {
      faults.reset();
      current = Promise.resolve(beginSession(sessionOptions));
    },
  });
  const faults = createFaults({
    clock,
    maxUploadBytes,
    folders,
    outages,
    modelFiles: options.nodes?.modelFiles ?? {},
  });
  const manager = createManager?.(clock, (ms) => void outages.start({ ms, isRestart: true }, false));
  const sessionOptions: SessionOptions = {
    access: options.access,
    argv: argvOf(options, host, port.number),
    classes,
    control: options.control ?? false,
    corsOrigin: options.corsOrigin,
    faults,
    folders,
    frontEndRoot: options.frontEndRoot,
    manager,
    maxUploadBytes,
    multiUser: options.multiUser ?? false,
    nodes: options.nodes,
    previews: options.previews ?? "auto",
  };
  setFirst(beginSession(sessionOptions));
  faults.control.set(initialFaults);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await outages.close();
    faults.control.clear();
    await Promise.all([port.close(), current.then((session) => session.end())]);
  };
  return {
    url: urlOf(host, port.number),
    directory: folders.root,
    outputDirectory: folders.output,
    faults: faults.control,
    close: () => (closed ??= close()),
  };
}

/** Imports the simulated ComfyUI-Manager only when it is used. Throws an `InvalidManagerError`. */
async function managerFactory(options: ManagerOptions, ownClasses: Catalog) {
  const [{ createManager }, { readManager }] = await Promise.all([
    import("./manager/manager.js"),
    import("./manager/read-options.js"),
  ]);
  const read = readManager(options, ownClasses);
  return (clock: Clock, reboot: (ms: number) => void): Manager => createManager(read, clock, reboot);
}

/** Throws an `InvalidOptionsError` for a front-end folder without index.html. */
async function checkFrontEnd(root: string | undefined): Promise<void> {
  if (root === undefined) return;
  const page = await stat(path.resolve(root, "index.html")).catch(() => undefined);
  if (page?.isFile() === true) return;
  const allowed = "a folder with index.html, such as `static` of the package comfyui_frontend_package";
  throw new InvalidOptionsError([{ at: "/frontEndRoot", problem: `${root} has no index.html`, allowed }]);
}

async function openFolders(options: ComfyuiServerOptions): Promise<DataFolders> {
  const { directory, outputDirectory, inputDirectory, tempDirectory } = options;
  const folders = await openDataFolders(directory);
  const replaced = {
    ...(outputDirectory === undefined ? {} : { output: path.resolve(outputDirectory) }),
    ...(inputDirectory === undefined ? {} : { input: path.resolve(inputDirectory) }),
    ...(tempDirectory === undefined ? {} : { temp: path.resolve(tempDirectory, "temp") }),
  };
  if (replaced.temp !== undefined) await emptyFolder(replaced.temp);
  for (const folder of Object.values(replaced)) await ensureFolder(folder, 0o700);
  return { ...folders, ...replaced };
}

/** Files that cannot be removed stay, as on real servers. */
async function emptyFolder(folder: string): Promise<void> {
  await discard(folder);
  await ensureFolder(folder, 0o700);
}

function urlOf(host: string, port: number): string {
  const reachable =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  return `http://${reachable}:${port}/`;
}
