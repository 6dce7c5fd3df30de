// What a person can do next with a prompt on a server, as commands ready to type. Pure.

import type { BackendInfo, GenerationResult } from "@pictor/host";
import { shellWord } from "../text/shell-word.js";

/** A prompt, the instance that has it, and where its images shall go. */
export interface JobPlace {
  readonly promptId: string;
  readonly backend: string;
  /** `--out`, as it was given. */
  readonly out?: string | undefined;
}

export function watchCommand({ promptId, backend, out }: JobPlace): string {
  const folder = out === undefined ? "" : ` --out ${shellWord(out)}`;
  return `pictor jobs watch ${shellWord(promptId)} --backend ${shellWord(backend)}${folder}`;
}

export const cancelCommand = ({ promptId, backend }: JobPlace): string =>
  `pictor jobs cancel ${shellWord(promptId)} --backend ${shellWord(backend)}`;

export const listCommand = (backend: string): string => `pictor jobs list --backend ${shellWord(backend)}`;

/** Why a prompt counts as lost although its server may still have it: the server is silent, cannot be asked, or stands still. */
const isPerhapsThere = new Set<unknown>(["unreachable", "unreadable", "stalled"]);

/** What helps beside generating again; undefined where nothing does. */
export function lostAdvice(
  result: GenerationResult,
  placeOf: (promptId: string) => JobPlace,
): string | undefined {
  if (result.status !== "lost") return undefined;
  const { why, promptId } = result.error.details;
  if (typeof promptId !== "string") return undefined;
  const place = placeOf(promptId);
  if (why === "unknown") return `The jobs that it knows: ${listCommand(place.backend)}`;
  return isPerhapsThere.has(why) ? `The server may still have it: ${watchCommand(place)}` : undefined;
}

/** False for a backend whose files end with it, and its prompts too: it lives inside this process. */
export const keepsJobs = ({ facets }: Pick<BackendInfo, "facets">): boolean => !facets.includes("retention");
