// Prints notes during a job: lost and restored connections, uploads, and what keeps a queued job from running.

import type { JobEvent } from "@pictor/kernel";
import type { Terminal } from "../output/terminal.js";
import { fileSize } from "../text/file-size.js";
import { oneLine } from "../text/plain-text.js";

/** Prints each loss and each return of the connection once, each obstacle once, and uploads only if no live line shows them. */
export function createEventNotes({ note, live }: Pick<Terminal, "note" | "live">): (event: JobEvent) => void {
  let isLost = false;
  let uploading: string | undefined;
  let obstacle: string | undefined;
  return (event) => {
    if (event.type === "connection" && event.state !== "closed") {
      if (isLost === (event.state === "lost")) return;
      isLost = !isLost;
      note(isLost ? "Connection lost, reconnecting." : "Reconnected.");
    }
    // Before the submission, no event of the connection has said so.
    const isNews = event.type === "job" && (event.wait?.why !== "connection" || event.state === "uploading");
    const wait = isNews ? event.wait : undefined;
    if (event.type === "job" && wait?.detail !== obstacle) {
      obstacle = wait?.detail;
      if (obstacle !== undefined) note(`The job is waiting: ${oneLine(obstacle)}.`);
    }
    if (event.type === "upload" && !live && event.file !== uploading) {
      uploading = event.file;
      const size = event.total === undefined ? "" : ` (${fileSize(event.total)})`;
      note(`Uploading ${oneLine(event.file)}${size}.`);
    }
  };
}
