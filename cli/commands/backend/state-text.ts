// The state of an instance's server, as a few words and as table rows. Pure: the current time is an argument.

import type { InstanceState, LifecycleFacet } from "@pictor/kernel";
import { oneLine } from "../../text/plain-text.js";
import { relativeTime, localTime } from "../../text/time-text.js";

const owners = {
  this: "by this command",
  other: "by another program, which stops it",
  nobody: "left running: `backend stop` stops it",
} as const;

/** Whether this machine can stop the server: only then has the facet `stop`. */
type Stoppable = Pick<LifecycleFacet, "stop">;

const ownerText = (owner: keyof typeof owners, { stop }: Stoppable): string =>
  owner === "nobody" && stop === undefined ? "on its own machine, and stopped there" : owners[owner];

const crashText = ({
  exitCode,
  signal,
}: {
  readonly exitCode?: number;
  readonly signal?: string;
}): string => {
  if (signal !== undefined) return `ended by ${oneLine(signal)}`;
  return exitCode === undefined ? "no known exit code" : `exit code ${exitCode}`;
};

/** The state in a few words, for a table of instances. */
export function stateText(found: InstanceState): string {
  if (found.state === "absent") return "not installed";
  return found.state === "crashed" ? `crashed (${crashText(found)})` : found.state;
}

/** The state as rows of `backend status`, each with a name and a value. */
export function stateRows(
  found: InstanceState,
  facet: Stoppable,
  nowMs: number,
): readonly (readonly string[])[] {
  const { lastEvent } = found;
  const rows = serverRows(found, facet, nowMs);
  if (lastEvent === undefined) return rows;
  return [...rows, ["last event", `${relativeTime(lastEvent.at, nowMs)}: ${oneLine(lastEvent.text)}`]];
}

function serverRows(found: InstanceState, facet: Stoppable, nowMs: number): readonly (readonly string[])[] {
  switch (found.state) {
    case "absent":
      return [["state", `${stateText(found)}: ${oneLine(found.reason)}`]];
    case "stopped":
      return [["state", "stopped"]];
    case "starting":
    case "running": {
      const { url, pid, owner, since } = found;
      const began = since === undefined ? "" : `, since ${localTime(since)} (${relativeTime(since, nowMs)})`;
      return [
        ["state", `${found.state}${began}`],
        ["started", ownerText(owner, facet)],
        ["url", oneLine(url)],
        ...(pid === undefined ? [] : [["pid", String(pid)]]),
      ];
    }
    case "crashed":
      return [
        ["state", stateText(found)],
        ...found.lastLines.map((line, index) => [index === 0 ? "last lines" : "", oneLine(line)]),
      ];
  }
}
