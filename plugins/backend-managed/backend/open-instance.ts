// Opens an instance: puts its parts together. Nothing is started, and nothing is written.

import { homedir } from "node:os";
import {
  dataFolder,
  PictorError,
  type Backend,
  type BackendInfo,
  type BackendOpening,
  type CallOptions,
  type Clock,
  type Logger,
  type Network,
  type OutputFile,
  type PluginContext,
  type Run,
  type Settings,
} from "@pictor/kernel/plugin";
import { createFacade } from "./managed-backend.js";
import { createExtensions } from "../extensions/extensions-facet.js";
import { createLocalOutput } from "../files/local-output.js";
import { createLocalFiles } from "../files/local-files.js";
import { createInstallation, type Installation } from "../installation/installation.js";
import { directoriesOf, type Directories } from "../launch/server-directories.js";
import { layoutOf } from "../layout.js";
import type { Means } from "../instance.js";
import { createCalls } from "../server/connect/server-calls.js";
import { createContext, type ServerContext } from "../server/record/server-context.js";
import { createServerControl } from "../server/server-control.js";
import { createInner } from "../server/connect/remote-connection.js";
import { createLifecycle, expectedArguments, stateOf } from "../server/lifecycle.js";
import { createReadLoaded } from "../server/loaded-extensions.js";
import { createSupervisor, type Supervisor } from "../server/supervise/supervisor.js";
import { complete } from "../settings.js";
import type { ManagedSettings } from "../settings.gen.js";

/** What the plugin was given for its instances. */
export interface Given {
  readonly run: Run;
  readonly network: Network;
  readonly backends: NonNullable<PluginContext["backends"]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

function meansOf(settings: ManagedSettings, name: string, { run, network, clock, logger }: Given): Means {
  const { env, platform } = process;
  const layout = layoutOf(settings, {
    name,
    dataFolder: dataFolder({ env, platform, home: homedir() }),
    workingDirectory: process.cwd(),
    platform,
  });
  return { name, layout, settings: complete(settings), run, network, clock, logger, env, platform };
}

/** What is known without a server. */
async function stoppedInfo(
  installation: Installation,
  context: ServerContext,
  supervisor: Supervisor,
): Promise<Pick<BackendInfo, "title" | "version">> {
  const found = await installation.installedState();
  if (found.state === "absent") return { title: "Managed ComfyUI (not installed)", version: "" };
  const { at } = supervisor.phase();
  // One that crashed before this process looked at it is known from its files only.
  const state = at === "down" ? (await stateOf(context, supervisor)).state : at;
  return { title: `Managed ComfyUI (${state})`, version: found.version ?? found.commit?.slice(0, 10) ?? "" };
}

const isCrash = (error: unknown): boolean => error instanceof PictorError && error.code === "BACKEND_CRASHED";

export function openManaged(
  settings: Settings,
  opening: BackendOpening & { readonly auth?: string },
  given: Given,
): Backend {
  const { name, auth } = opening;
  const { logger } = given;
  const means = meansOf(settings as ManagedSettings, name, given);
  // Each needs the other: an installation stops its server, and a server asks what is installed.
  const installation: Installation = createInstallation(means, {
    isRunning: () => control.isRunning(),
    stop: () => control.stop(),
    tryStart: (options) => control.tryStart(options),
  });
  const context = createContext(means, auth, installation);
  const supervisor = createSupervisor(context);
  const control = createServerControl(context, supervisor);
  const inner = createInner({
    logger,
    open: (url) =>
      given.backends.open(
        { kind: "remote", baseUrl: url, ...(auth === undefined ? {} : { auth }) },
        { name, signal: opening.signal },
      ),
  });
  const onLine = (line: string): void => {
    logger.info(`${name}: ${line}`);
  };
  const calls = createCalls({ name, supervisor, inner, onLine });

  const directories = (): Directories =>
    directoriesOf(means.layout.comfy, supervisor.argv() ?? expectedArguments(means));
  const running = async (options: CallOptions): Promise<Backend | undefined> =>
    calls.server("look", options).catch((error: unknown) => {
      if (isCrash(error)) return undefined;
      throw error;
    });
  const loaded = createReadLoaded(means, async (options = {}) => (await running(options))?.catalog(options));

  return createFacade({
    name,
    signal: opening.signal,
    supervisor,
    inner,
    calls,
    directories,
    facets: {
      localFiles: createLocalFiles({ name, directories }),
      localOutput: createLocalOutput({
        directories,
        fetch: async (file: OutputFile, options) => (await running(options))?.fetchOutput(file, options),
      }),
      extensions: createExtensions(means, { loaded }),
      lifecycle: createLifecycle(context, supervisor),
      ...(means.layout.isOurs ? { installation: installation.facet } : {}),
    },
    stoppedInfo: () => stoppedInfo(installation, context, supervisor),
  });
}
