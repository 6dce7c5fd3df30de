// Draws the progress of a generation as one line: bar, percentage, node, step, batch, time. Pure.

import { countOf } from "../text/count-of.js";
import { fileSize } from "../text/file-size.js";
import { oneLine } from "../text/plain-text.js";
import { clockTime } from "../text/time-text.js";
import type { Progress } from "./progress.js";

const maxBarColumns = 30;
const minBarColumns = 8;

function uploadText({ file, sent, total }: NonNullable<Progress["upload"]>): string {
  const share = total === undefined || total === 0 ? fileSize(sent) : `${Math.floor((sent / total) * 100)}%`;
  return `uploading ${oneLine(file)} ${share}`;
}

function phaseText({ phase, queuePosition = 0, connected, upload }: Progress): string {
  if (!connected) return "connection lost, reconnecting";
  if (upload !== undefined) return uploadText(upload);
  if (phase === "queued" && queuePosition > 0) return `queued, up to ${queuePosition} before`;
  return phase === "ended" ? "" : phase;
}

const activityText = (progress: Progress): string =>
  progress.connected && progress.node !== undefined ? oneLine(progress.node) : phaseText(progress);

/** The texts after the bar. If the line is too long, those with the highest rank are dropped first. */
function cellsOf(
  progress: Progress,
  elapsedMs: number,
): readonly { readonly text: string; readonly rank: number }[] {
  const { step, batch, count, previews } = progress;
  return [
    { text: `${String(Math.floor(progress.overall * 100)).padStart(3)}%`, rank: 0 },
    { text: activityText(progress), rank: 2 },
    { text: step === undefined || step.max <= 1 ? "" : `${step.value}/${step.max}`, rank: 3 },
    { text: count > 1 ? `batch ${Math.min(batch + 1, count)}/${count}` : "", rank: 4 },
    { text: previews > 0 ? countOf(previews, "preview") : "", rank: 5 },
    { text: clockTime(elapsedMs), rank: 1 },
  ].filter(({ text }) => text !== "");
}

/** At most `columns - 1` wide, because some terminals wrap a full line. */
export function renderProgress(progress: Progress, columns: number, elapsedMs: number): string {
  const maxWidth = Math.max(4, columns - 1);
  let cells = cellsOf(progress, elapsedMs);
  const width = (): number => cells.reduce((sum, { text }) => sum + text.length + 1, -1);
  while (cells.length > 1 && width() > maxWidth) {
    const lastRank = Math.max(...cells.map(({ rank }) => rank));
    cells = cells.filter(({ rank }) => rank !== lastRank);
  }
  const line = cells.map(({ text }) => text).join(" ");
  const barColumns = Math.min(maxBarColumns, maxWidth - line.length - 1);
  if (barColumns < minBarColumns) return line.slice(0, maxWidth);
  const filled = Math.floor(progress.overall * barColumns);
  return `${"█".repeat(filled)}${"░".repeat(barColumns - filled)} ${line}`;
}
