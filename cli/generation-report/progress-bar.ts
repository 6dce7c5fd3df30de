// Shows the progress of a generation as one line: bar, percentage, times, node, step, speed, batch. Pure.

import { fileSize } from "../text/file-size.js";
import { oneLine } from "../text/plain-text.js";
import { shorten } from "../text/shorten.js";
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

/** The least time, in milliseconds, and the least progress after which the remaining time is estimated. */
const leastMs = 2_000;
const leastShare = 0.05;

/**
 * The estimated remaining time as text; empty if too little is known, or if a node takes longer than was estimated. The
 * speed is that until the last progress, because a long node without steps, such as the last one, says nothing about it.
 */
function timeLeft({ began, grewAtMs, overall, phase }: Progress, elapsedMs: number): string {
  if (began === undefined || grewAtMs === undefined || phase !== "running") return "";
  const [passedMs, share] = [grewAtMs - began.atMs, overall - began.overall];
  if (passedMs < leastMs || share < leastShare) return "";
  const leftMs = (passedMs * (1 - overall)) / share - (elapsedMs - grewAtMs);
  return leftMs < 0 ? "" : `${clockTime(leftMs)} left`;
}

function speedText({ pace }: Progress): string {
  if (pace === undefined) return "";
  const steps = pace.last.value - pace.first.value;
  const seconds = (pace.last.atMs - pace.first.atMs) / 1000;
  if (steps < 1 || seconds < 0.5) return "";
  return steps >= seconds
    ? `${(steps / seconds).toFixed(1)} steps/s`
    : `${(seconds / steps).toFixed(1)} s/step`;
}

interface Cell {
  readonly text: string;
  readonly rank: number;
}

/** The texts after the bar. If the line is too long, the texts with the highest rank are dropped first. */
function cellsOf(progress: Progress, elapsedMs: number): readonly Cell[] {
  const { step, batch, count } = progress;
  const hasSteps = step !== undefined && step.max > 1;
  return [
    { text: `${String(Math.floor(progress.overall * 100)).padStart(3)}%`, rank: 0 },
    { text: clockTime(elapsedMs), rank: 1 },
    { text: timeLeft(progress, elapsedMs), rank: 4 },
    { text: activityText(progress), rank: 2 },
    { text: hasSteps ? `${step.value}/${step.max}` : "", rank: 3 },
    { text: hasSteps ? speedText(progress) : "", rank: 6 },
    { text: count > 1 ? `batch ${Math.min(batch + 1, count)}/${count}` : "", rank: 5 },
  ].filter(({ text }) => text !== "");
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join(" ");

/** The progress without a bar, for output that is not a terminal. */
export const progressText = (progress: Progress, elapsedMs: number): string =>
  textOf(cellsOf(progress, elapsedMs)).trim();

/**
 * At most `columns - 1` wide, because some terminals wrap a full line. The width of the bar depends only on that of the
 * terminal, so that nothing moves when a text changes.
 */
export function renderProgress(progress: Progress, columns: number, elapsedMs: number): string {
  const maxWidth = Math.max(4, columns - 1);
  const wished = Math.min(maxBarColumns, Math.floor(maxWidth * 0.35));
  const barColumns = wished < minBarColumns ? 0 : wished;
  const textWidth = barColumns === 0 ? maxWidth : maxWidth - barColumns - 1;
  let cells = cellsOf(progress, elapsedMs);
  while (cells.length > 1 && textOf(cells).length > textWidth) {
    const lastRank = Math.max(...cells.map(({ rank }) => rank));
    cells = cells.filter(({ rank }) => rank !== lastRank);
  }
  const line = shorten(textOf(cells), textWidth);
  if (barColumns === 0) return line;
  const filled = Math.floor(progress.overall * barColumns);
  return `${"█".repeat(filled)}${"░".repeat(barColumns - filled)} ${line}`;
}
