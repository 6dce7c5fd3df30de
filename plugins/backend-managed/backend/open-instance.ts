// Assembles the backend of an instance. Opening starts nothing and writes nothing.

import {
  dataFolder,
  isCrash,
  thisMachine,
  type Backend,
  type BackendInfo,
  type BackendOpenOptions,
  type CallOptions,
  type OutputFile,
  type PluginContext,
  type Settings,
} from "@pictor/kernel/plugin";
import { createManagedBackend } from "./managed-backend.js";
import { createExtensions } from "../extensions/extensions-facet.js";
import { createLocalOutput } from "../files/local-output.js";
import { createLocalFilesFacet } from "../files/local-files.js";
import { createInstallation, type Installation } from "../installation/installation.js";
import { directoriesOf, type Directories } from "../arguments/server-directories.js";
import { layoutOf } from "../layout.js";
import type { Instance } from "../instance.js";
import { createDirectFacet } from "../server/connect/direct-facet.js";
import { createServerCalls } from "../server/connect/server-calls.js";
import { createServerContext, type ServerContext } from "../server/record/server-context.js";
import { createServerControl } from "../server/server-control.js";
import { createRemoteConnection } from "../server/connect/remote-connection.js";
import { createLifecycle, expectedArguments, stateOf } from "../server/lifecycle.js";
import { createReadLoaded } from "../server/loaded-extensions.js";
import { createSupervisor, type Supervisor } from "../server/supervise/supervisor.js";
import { complete } from "../settings.js";
import type { ManagedSettings } from "../settings.gen.js";

/** The services of the host that an instance uses. */
type PluginServices = Pick<PluginContext, "run" | "network" | "backends" | "clock" | "logger">;

function instanceFrom(
  settings: ManagedSettings,
  name: string,
  { run, network, clock, logger }: PluginServices,
): Instance {
  const machine = thisMachine(process.env);
  const { env, platform } = machine;
  const layout = layoutOf(settings, {
    name,
    dataFolder: dataFolder(machine),
    workingDirectory: process.cwd(),
    platform,
  });
  return { name, layout, settings: complete(settings), run, network, clock, logger, env, platform };
}

/** Title and version while no server runs. */
async function stoppedInfo(
  installation: Installation,
  context: ServerContext,
  supervisor: Supervisor,
): Promise<Pick<BackendInfo, "title" | "version">> {
  const found = await installation.installedState();
  if (found.state === "absent") return { title: "Managed ComfyUI (not installed)", version: "" };
  const { at } = supervisor.phase();
  // A crash before this process opened the instance is recorded in run.json only.
  const state = at === "down" ? (await stateOf(context, supervisor)).state : at;
  return { title: `Managed ComfyUI (${state})`, version: found.version ?? found.commit?.slice(0, 10) ?? "" };
}

export function openManaged(
  settings: Settings,
  opening: BackendOpenOptions & { readonly auth?: string },
  services: PluginServices,
): Backend {
  const { name, auth } = opening;
  const { logger } = services;
  const instance = instanceFrom(settings as ManagedSettings, name, services);
  // The installation and the server depend on each other: an installation stops its server, and a server checks what is
  // installed.
  const installation: Installation = createInstallation(
    instance,
    createServerControl(() => supervisor),
  );
  const context = createServerContext(instance, auth, installation);
  const supervisor: Supervisor = createSupervisor(context);
  const remote = createRemoteConnection({
    logger,
    open: (url) =>
      services.backends.open(
        {
          kind: "remote",
          baseUrl: url,
          partnerKey: instance.settings.partnerKey ?? "",
          ...(auth === undefined ? {} : { auth }),
        },
        { name, signal: opening.signal },
      ),
  });
  const onLine = (line: string): void => {
    logger.info(`${name}: ${line}`);
  };
  const calls = createServerCalls({ name, supervisor, remote, onLine });

  const directories = (): Directories =>
    directoriesOf(instance.layout.comfy, supervisor.argv() ?? expectedArguments(instance));
  const running = async (options: CallOptions): Promise<Backend | undefined> =>
    calls.running(options).catch((error: unknown) => {
      if (isCrash(error)) return undefined;
      throw error;
    });
  const loaded = createReadLoaded(instance, async (options = {}) =>
    (await running(options))?.catalog(options),
  );

  return createManagedBackend({
    name,
    signal: opening.signal,
    supervisor,
    remote,
    calls,
    directories,
    facets: {
      localFiles: createLocalFilesFacet({ name, directories }),
      localOutput: createLocalOutput({
        directories,
        fetch: async (file: OutputFile, options) => (await running(options))?.fetchOutput(file, options),
      }),
      direct: createDirectFacet(name, calls),
      extensions: createExtensions(instance, { loaded }),
      lifecycle: createLifecycle(context, supervisor),
      ...(instance.layout.isOurs ? { installation: installation.facet } : {}),
    },
    stoppedInfo: () => stoppedInfo(installation, context, supervisor),
  });
}
