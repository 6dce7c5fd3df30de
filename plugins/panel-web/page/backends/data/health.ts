// The health of a backend as one sentence and one color.

import type { BackendPrompt, BackendState, BackendStatus } from "@pictor/client";
import { adviceOf } from "../../advice/advice.js";
import type { Remedy } from "../../advice/advice-kind.js";
import { worded } from "../../api/words.js";

export interface Health {
  readonly tone: "good" | "warning" | "error" | "off";
  readonly text: string;
  /** Additional text: a limitation, or advice. */
  readonly more?: string;
  readonly remedy?: Remedy;
}

interface Known {
  readonly state?: BackendState | undefined;
  readonly status?: BackendStatus | undefined;
  readonly prompts?: readonly BackendPrompt[] | undefined;
}

/** Whether an error was found before the server was asked, such as one of the configuration. */
const isOwnFault = (code: string): boolean => /^(AUTH|CONFIG|PLUGIN|SECRET)_/.test(code);

/** The health of a server that Pictor can start, unless the server runs. */
function serverHealth({ server }: BackendStatus): Health | undefined {
  switch (server?.state) {
    case "absent":
      return {
        tone: "off",
        text: "Not installed",
        ...(server.reason !== undefined && { more: server.reason }),
      };
    case "stopped":
      return { tone: "off", text: "Stopped", more: "A job starts it." };
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
        more: "The log has its last lines. A job starts it again.",
      };
    }
    default:
      return undefined;
  }
}

const count = (prompts: readonly BackendPrompt[], state: BackendPrompt["state"]): number =>
  prompts.filter((prompt) => prompt.state === state).length;

/** The length of the queue, such as `2 running, 3 waiting`; undefined if the queue is empty. */
export function queueText(prompts: readonly BackendPrompt[]): string | undefined {
  const parts = (["running", "queued"] as const).flatMap((state) => {
    const found = count(prompts, state);
    return found === 0 ? [] : [`${found} ${state === "queued" ? "waiting" : state}`];
  });
  return parts.length === 0 ? undefined : parts.join(", ");
}

export function healthOf({ state, status, prompts = [] }: Known): Health {
  const operation = status?.operation;
  if (operation !== undefined) return { tone: "warning", text: operation.title };
  const server = status === undefined ? undefined : serverHealth(status);
  if (server !== undefined) return server;
  if (state === undefined) return { tone: "off", text: "Asking the server…" };
  if (!state.isReachable) {
    const { code = "", what = "" } = state.error ?? {};
    const advice = adviceOf(code);
    const more = advice?.state?.text(state.auth) ?? (what === "" ? "" : worded({ code, text: what }).text);
    const usual = isOwnFault(code) ? "Cannot be used" : "Does not answer";
    return {
      tone: "error",
      text: advice?.state?.title ?? usual,
      ...(more !== "" && { more }),
      ...(advice?.remedy !== undefined && { remedy: advice.remedy }),
    };
  }
  const notice = state.info?.notice;
  return { tone: "good", text: queueText(prompts) ?? "Ready", ...(notice !== undefined && { more: notice }) };
}
