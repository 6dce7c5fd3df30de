// The rule about closing: no timer, socket, request or event is left.

import type { BackendEvent } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";

const realTimers = (): number => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;

async function leavesNothing(bench: Bench): Promise<string | undefined> {
  const { clock, kind, line, server } = bench;
  if (server.instances !== undefined)
    return `the instances that ${kind.id} uses stay open, with timers and sockets of their own`;
  const before = { timers: clock.pending(), real: realTimers(), sockets: line?.sockets() ?? 0 };
  const backend = await bench.another();
  const heard: BackendEvent[] = [];
  await bench.within(
    "events()",
    backend.events((event) => heard.push(event)),
  );
  const release = server.hold?.();
  await bench.submit(1, {}, backend);
  await bench.letPass(300);
  await bench.within("close()", backend.close());
  await bench.letPass(300);
  const requests = line?.requests() ?? 0;
  heard.length = 0;
  const areTimersGone = () => realTimers() <= before.real || undefined;
  const real = (await bench.eventually(areTimersGone)) === undefined ? realTimers() : before.real;
  const left = [
    [clock.pending() - before.timers, "timer of the clock"],
    [real - before.real, "timer of Node, where the clock of the plugin belongs"],
    [(line?.sockets() ?? 0) - before.sockets, "open socket"],
  ] as const;
  for (const [count, what] of left) if (count > 0) throw new Error(`close() leaves ${count} ${what}`);
  release?.();
  await bench.letPass(500);
  if (heard.length > 0) throw new Error(`a listener got "${heard[0]?.type}" after close()`);
  if ((line?.requests() ?? 0) > requests) throw new Error("requests are sent after close()");
  return undefined;
}

export const closingRules = [
  backendRule("close", "leaves no timer, socket or request behind when it is closed", leavesNothing),
];
