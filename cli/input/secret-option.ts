// `--secret field`, `--secret field=env:NAME` and `--secret field=file:PATH`: where the value of a field comes from.

import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";
import { UsageError } from "../base/usage-error.js";

export interface SecretField {
  readonly path: readonly string[];
  /** `ask`: from a prompt or standard input, into the secret store. */
  readonly source: { readonly kind: "ask" } | { readonly kind: "env" | "file"; readonly target: string };
}

const forms = "Write --secret field (it is asked for), field=env:NAME or field=file:PATH.";

/** Never repeats what stands after the equals sign: it may be the secret itself. */
export function parseSecretField(text: string): SecretField {
  const equals = text.indexOf("=");
  const path = (equals < 0 ? text : text.slice(0, equals)).trim().split(".");
  if (path.includes("")) throw new UsageError("USAGE_VALUE", "--secret names no field.", forms);
  if (equals < 0) return { path, source: { kind: "ask" } };
  const [, kind, target = ""] = /^(env|file):(.+)$/s.exec(text.slice(equals + 1)) ?? [];
  const isName = kind !== "env" || /^[A-Za-z_]\w*$/.test(target);
  if ((kind === "env" || kind === "file") && isName) return { path, source: { kind, target } };
  throw new UsageError(
    "USAGE_VALUE",
    `--secret ${path.join(".")}: a secret on the command line stays in the history and is seen by others.`,
    forms,
  );
}

/** A path as it was typed in `from`, for a configuration whose relative paths start in `directory`. */
export function referencedPath(typed: string, from: string, directory: string): string {
  const path = resolve(from, typed.startsWith("~/") ? join(homedir(), typed.slice(2)) : typed);
  const inside = relative(directory, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}
