// What a backend says while something waits for it: the last line of it, where a live line is drawn; else that its server starts.

import { oneLine } from "./plain-text.js";
import type { StatusLine } from "./status-line.js";

export interface Activity {
  /** `who` is an instance; `starts` settles with whether its server is started for this. Default: it is. */
  tell(who: string, line: string, starts?: () => Promise<boolean>): void;
  /** A line that is live or nothing. */
  show(line: string): void;
  /** The last line, for whoever draws the live line; empty where nothing is said. */
  text(): string;
  /** The live line is drawn by somebody else until the returned function is called; `quiet`: who says all that there is. */
  take(quiet?: "quiet"): () => void;
  readonly isQuiet: () => boolean;
  /** Nothing is waited for any more. */
  end(): void;
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
  let takers = 0;
  let quiet = 0;
  const told = new Set<string>();
  const show = (line: string): void => {
    current = oneLine(line);
    if (live && takers === 0) status.show(current.slice(0, Math.max(4, columns() - 1)));
  };
  return {
    show,
    tell(who, line, starts = () => Promise.resolve(true)) {
      show(`${who}: ${line}`);
      const isFirst = !told.has(who);
      told.add(who);
      // Sparse: that something is being waited for, and no line of it.
      if (live || quiet > 0 || !isFirst) return;
      void starts().then(
        (does) => {
          if (does) note(`Starting the server of ${oneLine(who)}.`);
        },
        () => undefined,
      );
    },
    text: () => current,
    take(how) {
      const silenced = how === "quiet" ? 1 : 0;
      takers += 1;
      quiet += silenced;
      return () => {
        takers -= 1;
        quiet -= silenced;
      };
    },
    isQuiet: () => quiet > 0,
    end() {
      told.clear();
      if (current === "") return;
      current = "";
      if (takers === 0) status.show("");
    },
  };
}
