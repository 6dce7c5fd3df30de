// The APIs of the built-in plugins, from their manifests.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contribution } from "@pictor/kernel";

/** As a manifest has it, without defaults. */
export type ContributedApi = Pick<Contribution<"apis">, "prefix" | "scopes"> &
  Partial<Pick<Contribution<"apis">, "credentials" | "webSocket" | "ownPort">>;

interface Manifest {
  readonly id: string;
  readonly contributes?: { readonly apis?: readonly ContributedApi[] };
}

const plugins = join(import.meta.dirname, "../../plugins");

export const builtinApis = (): readonly { readonly plugin: string; readonly api: ContributedApi }[] =>
  readdirSync(plugins)
    .map((name) => join(plugins, name, "plugin.json"))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as Manifest)
    .flatMap(({ id, contributes }) => (contributes?.apis ?? []).map((api) => ({ plugin: id, api })));
