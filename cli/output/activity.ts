// What a backend reports while a command waits for it. With a live line: its latest report. Without one: a single note that
// its server starts.

import { oneLine } from "../text/plain-text.js";
import type { StatusLine } from "./status-line.js";

export interface Activity {
  /**
   * Shows a line of a backend instance. `isStarting` resolves to whether its server is being started for this command;
   * default true.
   */
  report(instance: string, line: string, isStarting?: () => Promise<boolean>): void;
  /** Shows a line on the live line only. */
  show(line: string): void;
  /** The latest line, for a caller that draws the live line itself; empty where there is none. */
  text(): string;
  /**
   * Stops drawing until the returned function is called, because the caller draws the live line. With "silent" the caller
   * also reports everything itself, and no note is printed.
   */
  suspend(mode?: "silent"): () => void;
  readonly isSilenced: () => boolean;
  /** Removes the line when the command no longer waits. */
  clear(): void;
}

export interface ActivityView {
  /** True where a live line may be drawn. */
  readonly live: boolean;
  readonly status: StatusLine;
  columns(): number;
  note(text: string): void;
}

export function createActivity({ live, status, columns, note }: ActivityView): Activity {
  let current = "";
  let suspensions = 0;
  let silences = 0;
  const reported = new Set<string>();
  const show = (line: string): void => {
    current = oneLine(line);
    if (live && suspensions === 0) status.show(current.slice(0, Math.max(4, columns() - 1)));
  };
  return {
    show,
    report(instance, line, isStarting = () => Promise.resolve(true)) {
      show(`${instance}: ${line}`);
      const isFirst = !reported.has(instance);
      reported.add(instance);
      // Without a live line one note for each instance is enough.
      if (live || silences > 0 || !isFirst) return;
      void isStarting().then(
        (starts) => {
          if (starts) note(`Starting the server of ${oneLine(instance)}.`);
        },
        () => undefined,
      );
    },
    text: () => current,
    suspend(mode) {
      const silence = mode === "silent" ? 1 : 0;
      suspensions += 1;
      silences += silence;
      return () => {
        suspensions -= 1;
        silences -= silence;
      };
    },
    isSilenced: () => silences > 0,
    clear() {
      reported.clear();
      if (current === "") return;
      current = "";
      if (suspensions === 0) status.show("");
    },
  };
}
