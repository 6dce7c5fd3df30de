// Converts an error to the form that the page shows: a sentence, the advice, and the faults of single values.

import { ApiError, type Job } from "@pictor/client";
import { isRecord } from "./guards.js";
import { pointerTo } from "./pointers.js";
import { worded, type ServerFault, type Worded } from "./words.js";

export interface ShownError extends Worded {
  /** Stable error code, for search and for reports. */
  readonly code?: string;
  /** Faults of single values. The JSON pointer of a value begins at the request that was sent, such as `/launch/port`. */
  readonly faults: readonly { readonly pointer: string; readonly message: string }[];
}

/** Whether an error is the cancellation of a request by the page itself. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/** A problem of one value, from `details.problems` of an error. */
interface ValueProblem {
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
  readonly suggestion?: string;
  readonly missing?: string;
}

const isValueProblem = (value: unknown): value is ValueProblem =>
  isRecord(value) && ["pointer", "expected", "found"].every((name) => typeof value[name] === "string");

/** What a value should be and what it is, without the kind of a value that can be seen. */
export const mismatchText = (expected: string, found: string): string =>
  `Expected ${expected}, found ${found.replace(/^a (?:string|number|boolean): /, "")}.`;

const fault = ({ pointer, expected, found, suggestion = "", missing }: ValueProblem) => {
  const path = pointer.replace(/^#/, "");
  // The fault is shown at the field of the missing value, because the object around the value may have no field.
  return missing === undefined
    ? { pointer: path, message: mismatchText(expected, found) + suggestion }
    : { pointer: pointerTo(path, missing), message: "This value is required." };
};

/** The faults of single values that an error names: of a request, or of a job. */
export function faultsOf(details: Readonly<Record<string, unknown>> = {}): ShownError["faults"] {
  const { problems } = details;
  const all: readonly unknown[] = Array.isArray(problems) ? problems : [details];
  return all.filter(isValueProblem).map(fault);
}

/** An error as a job, an operation or a profile has it. */
type FaultJson = Omit<ServerFault, "text"> & { readonly what: string };

/** The words for an error that is a part of something else. */
export const shownFault = ({ what, code, ...fault }: FaultJson): ShownError => ({
  ...worded({ ...fault, text: what, ...(code !== undefined && { code }) }),
  ...(code !== undefined && { code }),
  faults: faultsOf(fault.details),
});

export const faultyText = (count: number): string =>
  `${count === 1 ? "One field needs" : `${count} fields need`} another value.`;

/**
 * An error in a form whose fields show the faults of their values: it names the values as a file has them, so that the
 * form only counts.
 */
export const besideFields = (error: ShownError): ShownError =>
  error.faults.length === 0 ? error : { text: faultyText(error.faults.length), faults: error.faults };

/** The words for a problem that did not end the whole, such as a note of a reply. */
export const shownProblem = ({ message, pageFix, ...problem }: Job["problems"][number]): ShownError =>
  shownFault({ ...problem, what: message, ...(pageFix !== undefined && { details: { pageFix } }) });

export function shownError(error: unknown): ShownError {
  if (error instanceof ApiError) {
    const { title, detail, ...problem } = error.problem;
    return shownFault({ ...problem, what: title === "" ? detail : title });
  }
  // fetch rejects with a TypeError when no reply arrives.
  if (error instanceof TypeError)
    return {
      text: "Pictor does not answer.",
      hint: "Check that Pictor is still running, then try again.",
      faults: [],
    };
  return { text: error instanceof Error ? error.message : String(error), faults: [] };
}
