// The facet `lifecycle`: the supervisor as hosts see it.

import type { CallOptions, InstanceState, LifecycleFacet, StepOptions } from "@pictor/kernel/plugin";
import { requireStartable } from "../install/check-startable.js";
import { addressOf } from "../launch/server-address.js";
import { argumentsOf } from "../launch/server-arguments.js";
import { splitArguments } from "../launch/split-arguments.js";
import { logFile } from "../logs/server-log.js";
import { followLog } from "../logs/read-log.js";
import type { Means } from "../instance.js";
import type { ServerContext } from "./record/server-context.js";
import { findServer } from "./record/find-server.js";
import { linesOfLog } from "./start/start-server.js";
import type { Crash, ServerPlace } from "./state/server-state.js";
import type { Supervisor } from "./supervise/supervisor.js";

/** The address that the settings name; another one may be taken when its port is. */
export function expectedArguments({ settings: { launch }, platform }: Means): readonly string[] {
  const split = splitArguments(launch.arguments, platform);
  const typed = split.kind === "split" ? split.words : [];
  return argumentsOf({ launch, typed, installedFor: undefined, known: undefined }).argv;
}
function expectedUrl(means: Means): string {
  const reading = addressOf(expectedArguments(means));
  return reading.kind === "address" ? reading.address.url : "";
}

const at = (state: "starting" | "running", { url, pid, owner, sinceMs }: ServerPlace): InstanceState => ({
  state,
  url,
  pid,
  owner,
  since: sinceMs,
});
const crashed = ({ exitCode, signal, lastLines }: Crash): InstanceState => ({
  state: "crashed",
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(signal === undefined ? {} : { signal }),
  lastLines,
});

/** From what is watched here, else from the files; starts and joins nothing. */
export async function stateOf(context: ServerContext, supervisor: Supervisor): Promise<InstanceState> {
  const { means } = context;
  const phase = supervisor.phase();
  if (phase.at === "running") return at("running", phase.place);
  if (phase.at === "starting") {
    if (phase.place !== undefined) return at("starting", phase.place);
    return { state: "starting", url: expectedUrl(means), owner: "this" };
  }
  const found = await findServer(context);
  if (found.kind === "server") {
    const { record, owner } = found;
    const { url, process, sinceMs } = record;
    return at(record.phase === "running" ? "running" : "starting", { url, pid: process.pid, owner, sinceMs });
  }
  if (phase.at === "crashed") return crashed(phase.crash);
  if (found.kind === "crashed") return crashed({ ...found.ending, lastLines: await linesOfLog(context) });
  const installed = await context.installation.installedState();
  return installed.state === "absent" ? installed : { state: "stopped" };
}

/** One step of a person's command, from lines; where nobody follows it they go into the log. */
const step = ({ name, logger }: Means, { signal, progress }: StepOptions, id: string, title: string) => ({
  ...(signal === undefined ? {} : { signal }),
  onLine(line: string): void {
    if (progress === undefined) logger.info(`${name}: ${line}`);
    else progress({ step: id, title, index: 0, count: 1, line });
  },
});

export function createLifecycle(context: ServerContext, supervisor: Supervisor): Required<LifecycleFacet> {
  const { means } = context;
  return {
    state: (options: CallOptions = {}) => {
      options.signal?.throwIfAborted();
      return stateOf(context, supervisor);
    },
    check: (options = {}) => requireStartable(means, options),
    async start(options = {}) {
      const work = step(means, options, "start", "Starting the server");
      if (options.progress !== undefined) work.onLine("it is looked for");
      await supervisor.start({ ...work, keep: options.keep });
    },
    async stop(options = {}) {
      await supervisor.stop(step(means, options, "stop", "Stopping the server"));
    },
    async restart(reason, options = {}) {
      const work = step(means, options, "restart", "Restarting the server");
      means.logger.info(`The server of "${means.name}" is restarted: ${reason}`);
      work.onLine(reason);
      await supervisor.restart(work);
    },
    logs: ({ signal, follow, lines } = {}) =>
      followLog(logFile(means.layout.logs), means, {
        ...(signal === undefined ? {} : { signal }),
        ...(follow === undefined ? {} : { follow }),
        ...(lines === undefined ? {} : { lines }),
      }),
  };
}
