// The state of a server that is started from here, in words and as a few rows. Pure: the present is given.

import type { InstanceState, LifecycleFacet } from "@pictor/host";
import { oneLine } from "../../text/plain-text.js";
import { relativeTime, localTime } from "../../text/time-text.js";

const owners = {
  this: "by this command",
  other: "by another program, which ends it",
  nobody: "left running; nobody ends it but `backend stop`",
} as const;

/** What is read of a backend's facet: with `stop`, it is ended from here. */
type Stoppable = Pick<LifecycleFacet, "stop">;

const ownerText = (owner: keyof typeof owners, { stop }: Stoppable): string =>
  owner === "nobody" && stop === undefined ? "where it runs, and ended there" : owners[owner];

const ending = ({ exitCode, signal }: { readonly exitCode?: number; readonly signal?: string }): string => {
  if (signal !== undefined) return `ended by ${oneLine(signal)}`;
  return exitCode === undefined ? "it ended by itself" : `exit code ${exitCode}`;
};

/** A few words, for a table of instances. */
export function stateWord(found: InstanceState): string {
  if (found.state === "absent") return "not installed";
  return found.state === "crashed" ? `crashed (${ending(found)})` : found.state;
}

/** Name and value, as `backend status` shows them. */
export function stateRows(
  found: InstanceState,
  facet: Stoppable,
  nowMs: number,
): readonly (readonly string[])[] {
  switch (found.state) {
    case "absent":
      return [["state", `${stateWord(found)}: ${oneLine(found.reason)}`]];
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
        ["state", stateWord(found)],
        ...found.lastLines.map((line, index) => [index === 0 ? "last lines" : "", oneLine(line)]),
      ];
  }
}
