// The validators that the build has compiled for the plugins that come along. Sources have none: there ajv compiles each schema.

import { readFileSync } from "node:fs";
import { provideCompiledSettings } from "@pictor/kernel";

const folder = new URL("./compiled/", import.meta.url);

type Module = Readonly<Record<string, (value: unknown) => boolean>>;

/** The digest of each schema to the name of its module; undefined where nothing was compiled. */
function readIndex(): Readonly<Record<string, string>> | undefined {
  try {
    return JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) as Record<string, string>;
  } catch {
    return undefined;
  }
}

/** Has the kernels of this process use them. */
export function useCompiledSettings(): void {
  const index = readIndex();
  if (index === undefined) return;
  provideCompiledSettings(async (digest) => {
    const name = index[digest];
    if (name === undefined) return undefined;
    const checks = (await import(new URL(`${name}.js`, folder).href)) as Module;
    return checks[`is${digest}`];
  });
}
