// The health of a backend as one sentence and one color.

import type { BackendPrompt, BackendState, BackendStatus } from "@pictor/client";
import type { ShownError } from "../../api/errors.js";
import { adviceOf, worded, type Remedy } from "../../api/words.js";
import type { Tone } from "../../parts/entries.js";

export interface Health {
  readonly tone: Tone;
  readonly text: string;
  /** Additional text: a limitation, or advice. */
  readonly more?: string | undefined;
  readonly remedy?: Remedy | undefined;
}

interface Known {
  readonly state?: BackendState | undefined;
  readonly status?: BackendStatus | undefined;
  readonly prompts?: readonly BackendPrompt[] | undefined;
  /** Why Pictor itself did not say how the backend is. */
  readonly error?: ShownError | undefined;
}

/** Whether an error was found before the server was asked, such as one of the configuration. */
const isOwnFault = (code: string): boolean => /^(AUTH|CONFIG|PLUGIN|SECRET)_/.test(code);

/** The health of a server that Pictor can start, unless the server runs. */
function serverHealth({ server }: BackendStatus): Health | undefined {
  switch (server?.state) {
    case "absent":
      return { tone: "off", text: "Not installed", more: server.reason };
    case "stopped":
      return { tone: "off", text: "Stopped", more: "A job starts the server." };
    case "starting":
      return { tone: "warning", text: "Starting" };
    case "crashed": {
      const { exitCode, signal } = server;
      const how =
        exitCode === undefined
          ? signal === undefined
            ? "no known exit code"
            : `ended by ${signal}`
          : `exit code ${exitCode}`;
      return {
        tone: "error",
        text: `Crashed: ${how}`,
        more: "The log has its last lines. A job starts the server again.",
      };
    }
    default:
      return undefined;
  }
}

/** Whether a prompt has not ended. */
export const isOpenPrompt = ({ state }: BackendPrompt): boolean => state === "queued" || state === "running";

/** The length of the queue, such as `2 running, 3 waiting`; undefined if the queue is empty. */
export function queueText(prompts: readonly BackendPrompt[]): string | undefined {
  const counts = [
    ["running", "running"],
    ["queued", "waiting"],
  ].map(([state, text]) => `${prompts.filter((prompt) => prompt.state === state).length} ${text}`);
  return counts.filter((text) => !text.startsWith("0 ")).join(", ") || undefined;
}

export function healthOf({ state, status, prompts = [], error }: Known): Health {
  const operation = status?.operation;
  if (operation !== undefined) return { tone: "warning", text: operation.title };
  const server = status === undefined ? undefined : serverHealth(status);
  if (server !== undefined) return server;
  if (state === undefined && error !== undefined)
    return { tone: "error", text: "Does not answer", more: error.text };
  if (state === undefined) return { tone: "off", text: "Asking the server…" };
  if (!state.isReachable) {
    const { code = "", what = "" } = state.error ?? {};
    const advice = adviceOf(code);
    const usual = isOwnFault(code) ? "Cannot be used" : "Does not answer";
    return {
      tone: "error",
      text: advice?.state?.title ?? usual,
      more: advice?.state?.text(state.auth) ?? (what === "" ? undefined : worded({ code, text: what }).text),
      remedy: advice?.remedy,
    };
  }
  return { tone: "good", text: queueText(prompts) ?? "Ready", more: state.info?.notice };
}
