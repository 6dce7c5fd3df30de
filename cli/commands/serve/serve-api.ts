// `pictor serve`: runs the local API until Ctrl-C.

import { createPictor } from "@pictor/host";
import { createServer, serverFolder, type AccessLog, type PictorServer } from "@pictor/server";
import type { ExitCode } from "../../base/exit-codes.js";
import type { GlobalOptions } from "../../base/invocation.js";
import { listenFailure } from "../../base/listen-failure.js";
import { HostInteraction } from "../../interaction/interaction.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { requireBackends } from "../../session/require-backends.js";
import {
  runUntilStopped,
  type StoppableHost,
  type StoppableInvocation,
} from "../../session/run-until-stopped.js";
import { openAccessLog, type AccessLogFile } from "./access-log-file.js";
import { announce, openPanelPage } from "./announce.js";
import { grantPanels } from "./granted-panels.js";
import { ownPortsOf } from "./own-ports.js";
import { watchPlugins } from "./watch-plugins.js";
import { planServeApi, portOptionOf, type ServeApiOptions, type ServeApiPlan } from "./serve-plan.js";

interface ServeTools {
  readonly terminal: Terminal;
  readonly interaction: HostInteraction;
  readonly file: AccessLogFile | undefined;
}

/** The functions that record requests: in the file of `--access-log`, and with `--verbose` on the terminal. */
const accessLogTo =
  (terminal: Terminal, { verbose }: GlobalOptions, file: AccessLogFile | undefined): AccessLog =>
  (record) => {
    file?.append(record);
    const { method, path, status, ms } = record;
    if (verbose === true) terminal.note(`${method} ${path} ${status} ${ms.toFixed(1)} ms`);
  };

async function start(
  plan: ServeApiPlan,
  { streams, globals }: StoppableInvocation,
  { terminal, interaction: ofTerminal, file }: ServeTools,
): Promise<PictorServer> {
  const folder = serverFolder(streams.env);
  const { hostname, port, publicOrigins, origins, keepsRequests } = plan;
  try {
    return await createServer({
      hostname,
      port,
      publicOrigins,
      origins,
      keepsRequests,
      folder,
      // The panels are determined here, because the plugins are known only after Pictor was created.
      panels: (pictor) =>
        grantPanels(plan.panels, pictor, {
          folder,
          interaction: ofTerminal,
          ...(plan.opens !== undefined && { opens: plan.opens }),
        }),
      ports: (pictor) => ownPortsOf(pictor, plan),
      warn: (text) => terminal.note(text),
      async createPictor(interaction) {
        // Also for a reload of plugins, so that a change of the project that is not trusted is asked about.
        const configuration = await configurationOf({ globals, streams }, ofTerminal);
        const pictor = await createPictor({ configuration, interaction });
        requireBackends(
          pictor,
          plan.comfy.map(({ backend }) => backend),
        );
        return pictor;
      },
      ...((file !== undefined || globals.verbose === true) && {
        accessLog: accessLogTo(terminal, globals, file),
      }),
    });
  } catch (error) {
    throw listenFailure(error, { host: hostname, port, optionOf: (taken) => portOptionOf(plan, taken) });
  }
}

/** Serves until the command is to stop. */
async function serve(
  plan: ServeApiPlan,
  invocation: StoppableInvocation,
  { terminal, signal, stopped }: StoppableHost,
  tools: ServeTools,
): Promise<void> {
  const { interaction } = tools;
  const server = await start(plan, invocation, tools);
  announce(server, plan, terminal);
  const { env } = invocation.streams;
  const unwatch = plan.watches ? await watchPlugins(server, { terminal, env }) : undefined;
  await Promise.all([
    stopped,
    plan.opens !== undefined && openPanelPage(server, plan.opens, { terminal, interaction, signal }),
  ]);
  unwatch?.();
  await server.close(plan.jobsAtEnd);
}

/** Runs the server until the first Ctrl-C or SIGTERM. Never rejects. */
export async function serveApi(options: ServeApiOptions, invocation: StoppableInvocation): Promise<ExitCode> {
  const jobs =
    options.detach === true
      ? "Stopping; the running jobs continue on their backends, and those on a backend inside this process are cancelled"
      : "Stopping, and cancelling the running jobs";
  return runUntilStopped(invocation, `${jobs}; press Ctrl-C again to exit at once.`, async (host) => {
    const { terminal, signal, stop } = host;
    const plan = planServeApi(options);
    const { yes, accessLogFile } = plan;
    const { streams } = invocation;
    const browser = options.browser ?? false;
    // The user at the terminal decides about the trust in the project; clients of the API do not.
    const interaction = new HostInteraction(terminal, { streams, yes, browser, signal, interrupt: stop });
    const warn = (text: string): void => terminal.note(text);
    const file = accessLogFile === undefined ? undefined : await openAccessLog(accessLogFile, warn);
    try {
      await serve(plan, invocation, host, { terminal, interaction, file });
    } finally {
      await file?.close();
    }
    return finished(terminal, {});
  });
}
