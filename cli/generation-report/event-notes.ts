// What a person is told in a line of its own while a job runs: the connection, and files on their way.

import type { JobEvent } from "@pictor/host";
import type { Terminal } from "../output/terminal.js";
import { fileSize } from "../text/file-size.js";
import { oneLine } from "../text/plain-text.js";

/** Each loss of the connection is told once, and its return; uploads only where no live line shows them. */
export function createEventNotes({ note, live }: Pick<Terminal, "note" | "live">): (event: JobEvent) => void {
  let isLost = false;
  let uploading: string | undefined;
  return (event) => {
    if (event.type === "connection" && event.state !== "closed") {
      if (isLost === (event.state === "lost")) return;
      isLost = !isLost;
      note(isLost ? "Connection lost, reconnecting." : "Reconnected.");
    }
    if (event.type === "upload" && !live && event.file !== uploading) {
      uploading = event.file;
      const size = event.total === undefined ? "" : ` (${fileSize(event.total)})`;
      note(`Uploading ${oneLine(event.file)}${size}.`);
    }
  };
}
