// The facet `lifecycle` over the supervisor.

import {
  reasonOf,
  type CallOptions,
  type InstanceState,
  type LifecycleFacet,
  type ProgressOptions,
  withoutUndefined,
} from "@pictor/kernel/plugin";
import { checkStartable } from "../install/check-startable.js";
import { addressOf } from "../launch/server-address.js";
import { argumentsOf } from "../launch/server-arguments.js";
import { wordsOf } from "../arguments/split-arguments.js";
import { logFile } from "../logs/server-log.js";
import { followLog } from "../logs/read-log.js";
import type { Instance } from "../instance.js";
import { endpointOf, type ServerContext } from "./record/server-context.js";
import { findServer } from "./record/find-server.js";
import { readLogTail } from "./state/record-crash.js";
import { forgetEvent, readLastEvent, recordEvent } from "../logs/last-event.js";
import type { Crash, ServerEndpoint } from "./state/server-state.js";
import type { Supervisor } from "./supervise/supervisor.js";

/** The launch arguments that the settings alone determine. The port of a started server may differ. */
export function expectedArguments({ settings: { launch }, platform }: Instance): readonly string[] {
  const typed = wordsOf(launch.arguments, platform);
  return argumentsOf({ launch, typed, torchDevice: undefined, known: undefined }).argv;
}
function expectedUrl(instance: Instance): string {
  const reading = addressOf(expectedArguments(instance));
  return reading.kind === "address" ? reading.address.url : "";
}

const at = (state: "starting" | "running", { url, pid, owner, sinceMs }: ServerEndpoint): InstanceState => ({
  state,
  url,
  pid,
  owner,
  since: sinceMs,
});
const crashed = ({ exitCode, signal, lastLines }: Crash): InstanceState =>
  withoutUndefined({ state: "crashed", exitCode, signal, lastLines });

/** The state by the tracked server, else by run.json. Neither starts nor joins a server. */
export async function stateOf(context: ServerContext, supervisor: Supervisor): Promise<InstanceState> {
  const { instance } = context;
  const phase = supervisor.phase();
  if (phase.at === "running") return at("running", phase.endpoint);
  if (phase.at === "starting") {
    if (phase.endpoint !== undefined) return at("starting", phase.endpoint);
    return { state: "starting", url: expectedUrl(instance), owner: "this" };
  }
  const found = await findServer(context);
  if (found.kind === "server") {
    return at(found.record.phase === "running" ? "running" : "starting", endpointOf(found));
  }
  if (phase.at === "crashed") return crashed(phase.crash);
  if (found.kind === "crashed") return crashed({ ...found.ending, lastLines: await readLogTail(context) });
  const installed = await context.installation.installedState();
  return installed.state === "absent" ? installed : { state: "stopped" };
}

/** Options for work whose lines are reported as progress of one step. Without a progress callback, the lines are logged. */
const step = (
  { name, logger }: Instance,
  { signal, progress }: ProgressOptions,
  id: string,
  title: string,
) => ({
  signal,
  onLine(line: string): void {
    if (progress === undefined) logger.info(`${name}: ${line}`);
    else progress({ step: id, title, index: 0, count: 1, line });
  },
});

export function createLifecycle(context: ServerContext, supervisor: Supervisor): Required<LifecycleFacet> {
  const { instance } = context;
  return {
    async state(options: CallOptions = {}) {
      options.signal?.throwIfAborted();
      const found = await stateOf(context, supervisor);
      const lastEvent = found.state === "absent" ? undefined : await readLastEvent(instance);
      return lastEvent === undefined ? found : { ...found, lastEvent };
    },
    check: (options = {}) => checkStartable(instance, options),
    async start(options = {}) {
      const work = step(instance, options, "start", "Starting the server");
      if (options.progress !== undefined) work.onLine("looking for a running server");
      await supervisor.start({ ...work, keep: options.keep });
    },
    async stop(options = {}) {
      await supervisor.stop(step(instance, options, "stop", "Stopping the server"));
      await forgetEvent(instance);
    },
    async restart(reason, options = {}) {
      const work = step(instance, options, "restart", "Restarting the server");
      instance.logger.info(`The server of "${instance.name}" is restarted: ${reason}`);
      work.onLine(reason);
      try {
        await supervisor.restart(work);
      } catch (error) {
        await recordEvent(instance, `a restart failed (${reason}): ${reasonOf(error)}`);
        throw error;
      }
      await recordEvent(instance, `restarted: ${reason}`);
    },
    logs: ({ signal, follow, lines } = {}) =>
      followLog(logFile(instance.layout.logs), instance, { signal, follow, lines }),
  };
}
