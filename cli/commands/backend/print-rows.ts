// Prints the rows of `backend status`, `start`, `stop` and `restart` as a table.

import type { Terminal } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";

export function printRows(terminal: Terminal, rows: readonly (readonly string[])[]): void {
  terminal.result(terminal.redact(terminal.table(rows.map((row) => row.map(oneLine)))));
}
