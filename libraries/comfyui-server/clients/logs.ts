// Keeps the newest lines of the server's log, and sends each new line to the clients that subscribed.
import { message } from "@pictor/comfyui-protocol";
import type { Clients } from "./clients.js";

export interface LogEntry {
  /** Local time, ISO 8601 with microseconds and without a time zone. */
  readonly t: string;
  readonly m: string;
}

export type Logs = ReturnType<typeof createLogs>;

const MAX_ENTRIES = 300;

/** Front ends draw a terminal of this size. The server has no terminal and reports the usual size. */
export const terminalSize = { cols: 80, rows: 24 };

export function createLogs(clients: Pick<Clients, "has" | "send">) {
  const kept: LogEntry[] = [];
  const subscribers = new Set<string>();
  let isSizeSent = false;
  return {
    /** `line` has no line feed at its end. */
    write(line: string) {
      const entry = { t: localTime(new Date()), m: `${line}\n` };
      kept.push(entry);
      if (kept.length > MAX_ENTRIES) kept.shift();
      for (const clientId of subscribers) if (!clients.has(clientId)) subscribers.delete(clientId);
      if (subscribers.size === 0) return;
      // Real servers send the terminal size once, and again only after it has changed.
      const data = { entries: [entry], size: isSizeSent ? null : terminalSize };
      isSizeSent = true;
      for (const clientId of subscribers) clients.send({ clientId }, message("logs", data));
    },
    /** The kept entries, oldest first. */
    entries: (): readonly LogEntry[] => kept,
    subscribe: (clientId: string) => void subscribers.add(clientId),
    unsubscribe: (clientId: string) => void subscribers.delete(clientId),
  };
}

function localTime(now: Date): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return `${local.toISOString().slice(0, -1)}000`;
}
