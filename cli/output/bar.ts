// The live line: bar, percent, node, step, batch, time. Pure: record, width and time in, one line out.

import { fileSize } from "./file-size.js";
import { oneLine } from "./plain-text.js";
import type { Progress } from "./progress.js";

const widest = 30;
const narrowest = 8;

/** `00:12`, `1:02:03`. */
export function clockTime(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? minutes : `${Math.floor(seconds / 3600)}:${minutes}`;
}

function uploading({ file, sent, total }: NonNullable<Progress["upload"]>): string {
  const share = total === undefined || total === 0 ? fileSize(sent) : `${Math.floor((sent / total) * 100)}%`;
  return `uploading ${oneLine(file)} ${share}`;
}

function waiting({ phase, before = 0, connected, upload }: Progress): string {
  if (!connected) return "connection lost, trying again";
  if (upload !== undefined) return uploading(upload);
  if (phase === "queued" && before > 0) return `queued, up to ${before} before`;
  return phase === "ended" ? "" : phase;
}

const activity = (progress: Progress): string =>
  progress.connected && progress.node !== undefined ? oneLine(progress.node) : waiting(progress);

/** Cells of the line after the bar, from the one that stays longest to the first to go. */
function cells(
  progress: Progress,
  elapsedMs: number,
): readonly { readonly text: string; readonly rank: number }[] {
  const { step, batch, count, previews } = progress;
  return [
    { text: `${String(Math.floor(progress.overall * 100)).padStart(3)}%`, rank: 0 },
    { text: activity(progress), rank: 2 },
    { text: step === undefined || step.max <= 1 ? "" : `${step.value}/${step.max}`, rank: 3 },
    { text: count > 1 ? `batch ${Math.min(batch + 1, count)}/${count}` : "", rank: 4 },
    { text: previews > 0 ? `${previews} preview${previews === 1 ? "" : "s"}` : "", rank: 5 },
    { text: clockTime(elapsedMs), rank: 1 },
  ].filter(({ text }) => text !== "");
}

/** As wide as `columns` less one at most (a full line would wrap on some terminals). */
export function renderBar(progress: Progress, columns: number, elapsedMs: number): string {
  const room = Math.max(4, columns - 1);
  let kept = cells(progress, elapsedMs);
  const width = (): number => kept.reduce((sum, { text }) => sum + text.length + 1, -1);
  while (kept.length > 1 && width() > room) {
    const last = Math.max(...kept.map(({ rank }) => rank));
    kept = kept.filter(({ rank }) => rank !== last);
  }
  const line = kept.map(({ text }) => text).join(" ");
  const size = Math.min(widest, room - line.length - 1);
  if (size < narrowest) return line.slice(0, room);
  const full = Math.floor(progress.overall * size);
  return `${"█".repeat(full)}${"░".repeat(size - full)} ${line}`;
}
