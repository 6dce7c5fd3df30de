// Registers the validators that the build has compiled for the built-in plugins. When sources run directly there are
// none: ajv then compiles each schema at run time.

import { readFileSync } from "node:fs";
import { provideCompiledSettings } from "@pictor/kernel";

const folder = new URL("./compiled/", import.meta.url);

type Module = Readonly<Record<string, (value: unknown) => boolean>>;

/** Reads the names of the compiled modules, by the digests of their schemas; undefined if there is no build. */
function readIndex(): Readonly<Record<string, string>> | undefined {
  try {
    return JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) as Record<string, string>;
  } catch {
    return undefined;
  }
}

/** Registers the validators for all kernels of this process. */
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
