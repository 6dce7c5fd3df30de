// Error messages: what happened, what to do, the code; with --verbose the causes. Accepts any thrown value.

import { PictorError, type ErrorClass } from "@pictor/kernel";
import { isRecord, shortText } from "@pictor/host/records";
import { UsageError } from "../base/usage-error.js";
import { plainText } from "../text/plain-text.js";
import type { Terminal } from "./terminal.js";

export interface ErrorReport {
  readonly code: string;
  readonly class: ErrorClass;
  readonly what: string;
  readonly hint: string;
  /** Further problems of the same input, one line each. */
  readonly also: readonly string[];
  /** The causes from the direct to the deepest: the message of each, followed by its stack frames, which show a plugin's code. */
  readonly causes: readonly string[];
  readonly stack?: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the stack without its first lines, which repeat the message. */
const framesOf = (stack: unknown): string =>
  text(stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `\n${line}`)
    .join("");

function causesOf(thrown: unknown): readonly string[] {
  const lines: string[] = [];
  for (let cause = isRecord(thrown) ? thrown["cause"] : undefined; cause !== undefined && lines.length < 8;) {
    if (!isRecord(cause)) return [...lines, typeof cause === "string" ? cause : `a ${typeof cause}`];
    const message =
      text(cause["what"]) || text(cause["message"]) || text(cause["name"]) || "an error without a message";
    const code = text(cause["code"]);
    const line = code === "" || message.includes(code) ? message : `${message} (${code})`;
    lines.push(line + framesOf(cause["stack"]));
    cause = cause["cause"];
  }
  return lines;
}

/**
 * The messages of the other problems. A check that finds several problems throws the first one, with a list of all
 * problems in the details.
 */
function furtherProblemsOf(thrown: Readonly<Record<string, unknown>>): readonly string[] {
  const details = thrown["details"];
  const problems =
    isRecord(details) && Array.isArray(details["problems"]) ? (details["problems"] as unknown[]) : [];
  return problems.slice(1).flatMap((problem) => {
    if (!isRecord(problem)) return [];
    const message = text(problem["what"]) || text(problem["message"]);
    if (message !== "") return [`${message} ${text(problem["hint"])}`.trim()];
    const advice = text(problem["suggestion"]).trim();
    return [
      `${text(problem["pointer"])}: expected ${text(problem["expected"])}, found ${text(problem["found"])}. ${advice}`.trim(),
    ];
  });
}

const classOf = (thrown: unknown): ErrorClass =>
  thrown instanceof PictorError || thrown instanceof UsageError ? thrown.class : "fault";

/** Describes any thrown value. */
export function describeError(thrown: unknown): ErrorReport {
  const fields = isRecord(thrown) ? thrown : { message: String(thrown) };
  const rest = {
    also: furtherProblemsOf(fields),
    causes: causesOf(thrown),
    ...(text(fields["stack"]) && { stack: text(fields["stack"]) }),
  };
  const isKnown = typeof fields["code"] === "string" && typeof fields["what"] === "string";
  if (isKnown) {
    const [code, what, hint] = [text(fields["code"]), text(fields["what"]), text(fields["hint"])];
    return { code, class: classOf(thrown), what, hint, ...rest };
  }
  if (fields["name"] === "AbortError")
    return { code: "INTERRUPTED", class: "input", what: "Interrupted.", hint: "", ...rest };
  const reason = text(fields["message"]) || text(fields["name"]) || "an error without a message";
  const hint = "This is a bug in Pictor or in a plugin; --verbose shows the causes.";
  return {
    code: "INTERNAL",
    class: "fault",
    what: `Internal error: ${reason}.`.replace(/\.\.$/, "."),
    hint,
    ...rest,
  };
}

type Styling = Pick<Terminal, "paint" | "redact">;

/** The members of an error in the records of `--json`. */
export const errorFields = (
  { code, class: kind, what, hint }: Pick<ErrorReport, "code" | "class" | "what" | "hint">,
  { redact }: Pick<Terminal, "redact">,
) => ({ code, class: kind, what: shortText(redact(what)), hint: shortText(redact(hint)) });

/** A foreign text as a terminal shows it. */
const safeText = (redact: Terminal["redact"]) => (given: string) => shortText(redact(plainText(given)));

/** The lines of a report. Secrets are redacted, except in labels and in the code. */
export function renderError(
  report: ErrorReport,
  { paint, redact, verbose }: Styling & Pick<Terminal, "verbose">,
): string {
  const safe = safeText(redact);
  const lines = [`${paint.red("error:")} ${safe(report.what)}`];
  // The advice is that of the first problem; each of the others has its own.
  if (report.hint !== "") lines.push(`  ${safe(report.hint)}`);
  for (const line of report.also) lines.push(`  ${safe(line)}`);
  if (verbose) for (const cause of report.causes) lines.push(paint.dim(`  caused by: ${safe(cause)}`));
  if (verbose && report.stack !== undefined) lines.push(paint.dim(safe(report.stack)));
  return [...lines, paint.dim(`  ${report.code}`)].join("\n");
}

/** The lines of a problem that did not end the command. */
export function renderWarning(
  problem: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string | undefined;
    readonly plugin?: string | undefined;
  },
  { paint, redact }: Styling,
): string {
  const owner =
    problem.plugin === undefined || problem.message.includes(problem.plugin) ? "" : ` (${problem.plugin})`;
  const safe = safeText(redact);
  const lines = [`${paint.yellow("warning:")} ${safe(problem.message)}${owner}`];
  if (problem.hint !== undefined && problem.hint !== "") lines.push(`  ${safe(problem.hint)}`);
  return [...lines, paint.dim(`  ${problem.code}`)].join("\n");
}
