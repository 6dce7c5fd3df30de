// Parses `--secret field`, `--secret field=env:NAME` and `--secret field=file:PATH`.

import { withSlashes } from "@pictor/host/trust";
import { absolutePath } from "@pictor/kernel";
import { isAbsolute, relative } from "node:path";
import { UsageError } from "../base/usage-error.js";

export interface SecretOption {
  readonly path: readonly string[];
  /**
   * The source of the secret. With `ask`, it is typed at a prompt or read from standard input, and kept in the secret
   * store.
   */
  readonly source: { readonly kind: "ask" } | { readonly kind: "env" | "file"; readonly target: string };
}

const forms = "Write --secret field (it is asked for), field=env:NAME or field=file:PATH.";

/**
 * Parses the value of `--secret`. Throws a UsageError that never contains the text after the equals sign, which may be
 * the secret itself.
 */
export function parseSecretOption(text: string): SecretOption {
  const equals = text.indexOf("=");
  const path = (equals < 0 ? text : text.slice(0, equals)).trim().split(".");
  if (path.includes("")) throw new UsageError("USAGE_VALUE", "--secret names no field.", forms);
  if (equals < 0) return { path, source: { kind: "ask" } };
  const [, kind, target = ""] = /^(env|file):(.+)$/s.exec(text.slice(equals + 1)) ?? [];
  const isName = kind !== "env" || /^[A-Za-z_]\w*$/.test(target);
  if ((kind === "env" || kind === "file") && isName) return { path, source: { kind, target } };
  throw new UsageError(
    "USAGE_VALUE",
    `--secret ${path.join(".")}: a secret on the command line stays in the shell history and is visible to other users.`,
    forms,
  );
}

/** Converts a path typed in the folder `from` to one for a configuration whose paths are relative to `directory`. */
export function referencedPath(typed: string, from: string, directory: string): string {
  const path = absolutePath(typed, from);
  const inside = relative(directory, path);
  // A slash means the same on every system, for colleagues who share the file.
  return inside.startsWith("..") || isAbsolute(inside) ? path : withSlashes(inside);
}
