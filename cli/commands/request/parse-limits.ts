// Parses `--timeout`, `--max-bytes`, `--compressed` and `--redirect-keep-post`.

import type { PostRedirect } from "@pictor/kernel";
import { wrongValue } from "../../base/usage-error.js";

/** One day, which is far below the limit of timers. */
const maxSeconds = 86_400;

/** Parses seconds, optionally with a fraction; returns milliseconds. */
export function parseSeconds(text: string, where: string): number {
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= maxSeconds) return Math.round(seconds * 1000);
  throw wrongValue(where, `seconds up to ${maxSeconds}`, text, "Write it like 30 or 0.5.");
}

const factors: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** Parses a number of bytes with an optional unit k, m or g (powers of 1024). */
export function parseByteCount(text: string, where: string): number {
  const [, digits = "0", unit = ""] = /^(\d{1,15})([kmg]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * (factors[unit.toLowerCase()] ?? 1);
  if (bytes > 0 && Number.isSafeInteger(bytes)) return bytes;
  throw wrongValue(where, "bytes", text, "Write it like 500000 or 10m.");
}

const postRedirects: readonly PostRedirect[] = [301, 302, 303];

/** Parses statuses of redirects, separated by commas. */
export function parseStatuses(text: string, where: string): readonly PostRedirect[] {
  const words = text.split(",").map((word) => word.trim());
  const found = postRedirects.filter((status) => words.includes(String(status)));
  if (words.every((word) => postRedirects.some((status) => String(status) === word))) return found;
  throw wrongValue(where, "some of 301, 302 and 303", text, "Write it like 301,302.");
}

export function parseBoolean(text: string, where: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw wrongValue(where, "true or false", text, `Write ${where}=false.`);
}
