// The time of the page as a signal that changes once a second while a component uses it.

import { signal, type ReadonlySignal } from "@preact/signals";

let timer: ReturnType<typeof setInterval> | undefined;
const time = signal(Date.now(), {
  watched() {
    time.value = Date.now();
    timer = setInterval(() => (time.value = Date.now()), 1000);
  },
  unwatched() {
    clearInterval(timer);
  },
});

/** The present time in milliseconds since 1970. */
export const now: ReadonlySignal<number> = time;

/** Formats a duration as `4:05` or `1:02:03`; a negative one as zero. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** Formats a duration approximately: `41 min`, `3 h`, `12 s`. */
export function roughText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** How long ago something was: `just now`, `41 min ago`. */
export const agoText = (ms: number): string => (ms < 5000 ? "just now" : `${roughText(ms)} ago`);
