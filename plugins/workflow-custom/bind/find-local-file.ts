// Finds the user's file to which the value of an upload input refers.

import { dirname, isAbsolute, resolve } from "node:path";
import { PictorError } from "@pictor/kernel/plugin";
import type { Files, InputFile, InputSpec, InputValue } from "@pictor/kernel/plugin";

/** Whether a value can only be a local path, because file names of a server have at most one folder. */
const isLocalPath = (value: string): boolean => isAbsolute(value) || /^\.{1,2}[\\/]/.test(value);

/**
 * Returns undefined if the value stays a name: for other inputs than uploads, for names that the server offers, and for
 * files that do not exist here. A relative path starts at the folder of the graph, else at the working directory. Rejects
 * with INPUT_NOT_READABLE if the value can only be a local path.
 */
export async function findLocalFile(
  value: InputValue,
  spec: InputSpec | undefined,
  graphPath: string,
  files: Pick<Files, "input">,
  signal: AbortSignal,
): Promise<InputFile | undefined> {
  if (typeof value !== "string" || value === "" || spec?.lenient !== true) return undefined;
  if (spec.options?.includes(value) === true) return undefined;
  const paths = [...new Set([resolve(dirname(graphPath), value), resolve(value)])];
  let firstError: unknown;
  for (const path of paths) {
    try {
      const file = await files.input(path, signal);
      const { source } = file;
      // The source of the file gets the value of the setting as its path, because a record lists the digests of files
      // by these values.
      return source === undefined ? file : { ...file, source: { ...source, path: value } };
    } catch (error) {
      if (!(error instanceof PictorError) || error.code !== "INPUT_NOT_READABLE") throw error;
      firstError ??= error;
    }
  }
  if (isLocalPath(value)) throw firstError;
  return undefined;
}
