// The reports of a backend while a command waits for it. A live line shows the latest report. Without a live line, one
// note says that the backend's server starts.

import { oneLine } from "../text/plain-text.js";
import type { StatusLine } from "./status-line.js";

export interface Activity {
  /**
   * Shows a line that a backend instance reported. `isStarting` resolves to true if the instance's server is being started
   * for this command (default).
   */
  report(instance: string, line: string, isStarting?: () => Promise<boolean>): void;
  /** Shows a line on the live line only. */
  show(line: string): void;
  /** The latest line, for a caller that draws the live line itself; empty if nothing was reported. */
  text(): string;
  /**
   * Stops drawing, because the caller draws the live line. The returned function resumes it. With "silent", no note is
   * printed either, because the caller also reports everything itself.
   */
  suspend(mode?: "silent"): () => void;
  readonly isSilenced: () => boolean;
  /** Removes the live line when the command no longer waits. */
  clear(): void;
}

export interface ActivityView {
  /** True if a live line may be drawn. */
  readonly live: boolean;
  readonly status: StatusLine;
  note(text: string): void;
}

export function createActivity({ live, status, note }: ActivityView): Activity {
  let current = "";
  let suspensions = 0;
  let silences = 0;
  const reported = new Set<string>();
  const show = (line: string): void => {
    current = oneLine(line);
    if (live && suspensions === 0) status.show(current);
  };
  return {
    show,
    report(instance, line, isStarting = () => Promise.resolve(true)) {
      show(`${instance}: ${line}`);
      const isFirst = !reported.has(instance);
      reported.add(instance);
      // Without a live line, one note is printed for each instance.
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
