// The server's log: the newest lines for those who ask, and each new one for the clients that subscribed.
import type { Clients } from "./clients.js";

export interface LogEntry {
  /** Local time, ISO 8601 with microseconds and without a zone. */
  readonly t: string;
  readonly m: string;
}

export interface Logs {
  /** A message without its line feed. */
  write(message: string): void;
  /** Oldest first. */
  entries(): readonly LogEntry[];
  subscribe(clientId: string): void;
  unsubscribe(clientId: string): void;
}

/** More than this and the oldest is forgotten. */
const MOST_ENTRIES = 300;

/** The terminal that front ends draw; there is none here, so it has the usual size. */
export const terminalSize = { cols: 80, rows: 24 };

export function createLogs(clients: Clients): Logs {
  const kept: LogEntry[] = [];
  const subscribers = new Set<string>();
  let toldSize = false;
  return {
    write(message) {
      const entry = { t: localTime(new Date()), m: `${message}\n` };
      kept.push(entry);
      if (kept.length > MOST_ENTRIES) kept.shift();
      if (subscribers.size === 0) return;
      // The size is told once, then only when it changes, which it never does here.
      const data = { entries: [entry], size: toldSize ? null : terminalSize };
      toldSize = true;
      for (const clientId of subscribers) clients.send({ clientId }, "logs", data);
    },
    entries: () => kept,
    subscribe: (clientId) => void subscribers.add(clientId),
    unsubscribe: (clientId) => void subscribers.delete(clientId),
  };
}

function localTime(now: Date): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return `${local.toISOString().slice(0, -1)}000`;
}
