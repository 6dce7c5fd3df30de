// `config set`: changes a value in the user file, with the lock and the writer of every other change of a configuration file.

import { shownConfiguration } from "@pictor/features/configuration";
import { configurationFiles } from "@pictor/host";
import {
  fault,
  isSecretName,
  jsonPointer,
  parseJsonOrUndefined,
  PictorError,
  recordOrEmpty,
  referenceOf,
  type Configuration,
} from "@pictor/kernel";
import { changeConfiguration } from "@pictor/services";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { finished } from "../../output/finished.js";
import { configurationOf } from "../../session/command-host.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { oneLine } from "../../text/plain-text.js";
import { doubtsOf, requireContributions } from "./known-names.js";

/** The value as JSON, if the text is JSON, and as text. */
function candidatesOf(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text) as unknown, text];
  } catch {
    return [text];
  }
}

function withValue(layer: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const before = recordOrEmpty(layer);
  const inside = Object.hasOwn(before, key) ? before[key] : undefined;
  return { ...before, [key]: withValue(inside, rest, value) };
}

function pathOf(name: string): readonly string[] {
  const path = name.split(".");
  const hint = "`pictor config show` lists the names, such as outputs.directory.";
  if (path.some((key) => key === "" || key === "__proto__"))
    throw new UsageError("USAGE_VALUE", `"${oneLine(name)}" is not the name of a value.`, hint);
  if (path[0] === "profiles")
    throw new UsageError(
      "USAGE_VALUE",
      "`pictor config set` does not change profiles.",
      "`pictor auth set NAME` changes a profile.",
    );
  return path;
}

/** A secret belongs in the secret store, and not into a file or the history of a shell. */
function requireNoSecret(path: readonly string[], text: string, file: string): void {
  if (referenceOf(parseJsonOrUndefined(text)) === undefined && path.slice(1).some(isSecretName))
    throw fault("CONFIG_SECRET_INLINE", { file, pointer: `#${jsonPointer(...path)}` });
}

/** What overrides a value of the user file in this folder; undefined for nothing. */
async function overriding(name: string, own: string, invocation: Invocation): Promise<string | undefined> {
  const { globals, streams } = invocation;
  // The project may be one that is not trusted, and any file may be faulty: neither is a matter of this change.
  const configuration = await configurationOf(invocation).catch(() => undefined);
  if (configuration === undefined) return undefined;
  const { environment } = globals;
  const options = { env: streams.env, ...(environment !== undefined && { environment }) };
  const found = shownConfiguration(configuration, own, options).find((value) => value.name === name);
  return found?.origin === "user file" ? undefined : found?.from;
}

export const setConfig = (name: string, text: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const { own } = configurationFiles(invocation.globals, invocation.streams.env);
    const path = pathOf(name);
    requireNoSecret(path, text, own);
    const [first, ...others] = candidatesOf(text);
    let [before, changed]: readonly [Configuration, Configuration] = [{}, {}];
    const write = (value: unknown): Promise<void> =>
      changeConfiguration(own, (layer) => {
        const next = withValue(layer, path, value) as Configuration;
        requireContributions(layer, next, invocation);
        [before, changed] = [layer, next];
        return next;
      });
    await write(first).catch(async (error: unknown) => {
      const isInvalid = error instanceof PictorError && error.code === "CONFIG_INVALID";
      if (!isInvalid || others.length === 0) throw error;
      // The first error says more about a text that looks like JSON.
      await write(others[0]).catch(() => Promise.reject(error));
    });
    terminal.note(`Set ${oneLine(name)} in ${own}.`);
    const other = await overriding(name, own, invocation);
    if (other !== undefined) terminal.note(`${oneLine(other)} overrides the value here.`);
    for (const doubt of doubtsOf(before, changed, invocation)) terminal.note(doubt);
    return finished(terminal, { set: { name, file: own } });
  });
