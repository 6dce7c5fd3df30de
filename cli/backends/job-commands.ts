// Commands that the user can run next for a job on a server. Pure.

import type { BackendInfo, GenerationResult } from "@pictor/kernel";
import { shellWord } from "../text/shell-word.js";

/** A job, its backend instance, and the folder for its images. */
export interface JobLocation {
  readonly promptId: string;
  readonly backend: string;
  /** The folder of `--out`, as typed. */
  readonly out?: string | undefined;
}

export function watchCommand({ promptId, backend, out }: JobLocation): string {
  const folder = out === undefined ? "" : ` --out ${shellWord(out)}`;
  return `pictor jobs watch ${shellWord(promptId)} --backend ${shellWord(backend)}${folder}`;
}

export const cancelCommand = ({ promptId, backend }: JobLocation): string =>
  `pictor jobs cancel ${shellWord(promptId)} --backend ${shellWord(backend)}`;

export const listCommand = (backend: string): string => `pictor jobs list --backend ${shellWord(backend)}`;

/** The reasons for which a job counts as lost although its server may still have it. */
const maybeAliveReasons = new Set<unknown>(["unreachable", "unreadable", "stalled"]);

/** Advice for a lost job, besides generating it again; undefined if there is no other advice. */
export function lostAdvice(
  result: GenerationResult,
  locate: (promptId: string) => JobLocation,
): string | undefined {
  if (result.status !== "lost") return undefined;
  const { why, promptId } = result.error.details;
  if (typeof promptId !== "string") return undefined;
  const location = locate(promptId);
  if (why === "unknown") return `To list the jobs that it knows: ${listCommand(location.backend)}`;
  return maybeAliveReasons.has(why) ? `The server may still have it: ${watchCommand(location)}` : undefined;
}

/** False for a backend inside this process: its jobs and files end with the process. */
export const keepsJobs = ({ facets }: Pick<BackendInfo, "facets">): boolean => !facets.includes("retention");
