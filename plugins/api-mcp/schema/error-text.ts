// An error as a text for a model: what happened, what to do, and the code for the documentation.

import { ApiError } from "@pictor/client";
import type { ApiContext } from "@pictor/kernel/plugin";

/** Advice in place of that of the local API, which names its routes. */
const advice: Readonly<Record<string, string>> = {
  API_THING_UNKNOWN: "list_images, list_jobs, list_workflows and list_backends show what there is.",
  API_PATH_REFUSED:
    "Give the address of an image (pictor://...) instead of a path; upload_image uploads a new one.",
};

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(" ");

/** `problemOf` removes the secrets from an error that is not of the local API. */
export function errorText(error: unknown, problemOf: ApiContext["problemOf"]): string {
  if (error instanceof ApiError) {
    const { code, title, hint, also = [] } = error.problem;
    const more = also.map(({ pointer, message }) => `\n- ${joined(pointer && `${pointer}:`, message)}`);
    return joined(title, advice[code] ?? hint, `(${code})`) + more.join("");
  }
  const { code, title, hint } = problemOf(error);
  return joined(title, hint, `(${code})`);
}

/** The parts of an error of a job that its text needs. */
interface JobFault {
  readonly code: string;
  readonly what: string;
  readonly hint: string;
}

export const faultText = ({ code, what, hint }: JobFault): string => joined(what, hint, `(${code})`);
