// A person's own file as the value of an input that takes uploads.

import { dirname, isAbsolute, resolve } from "node:path";
import { PictorError } from "@pictor/kernel/plugin";
import type { Files, InputFile, InputSpec, InputValue } from "@pictor/kernel/plugin";

/** A name that can only be a path here: the server's own names have a folder in front at most. */
const mustBeLocal = (value: string): boolean => isAbsolute(value) || /^\.{1,2}[\\/]/.test(value);

/**
 * The file behind a value, or undefined where the value stays as it is: for inputs that take no files, and for names
 * that the server has. A path starts at the graph's folder, else at the working directory. Rejects with
 * INPUT_NOT_READABLE where the value is a path and nothing else.
 */
export async function localFile(
  value: InputValue,
  spec: InputSpec | undefined,
  graph: string,
  files: Pick<Files, "input">,
  signal: AbortSignal,
): Promise<InputFile | undefined> {
  if (typeof value !== "string" || value === "" || spec?.lenient !== true) return undefined;
  if (spec.options?.includes(value) === true) return undefined;
  const paths = [...new Set([resolve(dirname(graph), value), resolve(value)])];
  let missing: unknown;
  for (const path of paths) {
    try {
      return await files.input(path, signal);
    } catch (error) {
      if (!(error instanceof PictorError) || error.code !== "INPUT_NOT_READABLE") throw error;
      missing ??= error;
    }
  }
  if (mustBeLocal(value)) throw missing;
  return undefined;
}
