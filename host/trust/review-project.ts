// Decides whether a project's configuration is used: if it has no powers, if the user trusts it, or if the user agrees
// when asked.

import { basename, delimiter, dirname, isAbsolute, resolve } from "node:path";
import {
  fault,
  realPathOfExisting,
  type Configuration,
  type Interaction,
  type ProjectLayer,
} from "@pictor/kernel";
import { isInside } from "./inside.js";
import { narrowOrigins } from "./narrow-origins.js";
import type { Power } from "./power.js";
import { projectPowers } from "./project-powers.js";
import { escapeInvisible } from "./shown.js";
import { readTrust, trustFile, writeTrust, type TrustMode, type TrustRecord } from "./trust-file.js";

/** How a host decides whether to trust a project that has powers. */
export interface TrustOptions {
  /** The environment variables, for `PICTOR_TRUST` and the user's data folder. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** True trusts the project for this call; nothing is stored. Default false. */
  readonly trust?: boolean;
  /** Asks the user. Without this function, a project that is not trusted is refused. */
  readonly interaction?: Pick<Interaction, "ask" | "show">;
}

/** The powers of a project that its record does not include. */
export const untrustedPowers = (
  powers: readonly Power[],
  record: TrustRecord | undefined,
): readonly Power[] =>
  powers.filter(
    ({ digest, isNamed }) =>
      record?.powers.includes(digest) !== true && (isNamed || record?.mode !== "later-changes"),
  );

/** The absolute path; links are resolved for the part of the path that exists. */
export const realFolder = (folder: string): string => realPathOfExisting(resolve(folder));

/**
 * Whether `PICTOR_TRUST` names the folder: `1` for every folder, or a list of absolute paths of folders, each with all
 * folders in it. A relative path has no effect, because it would trust any current folder.
 */
function isTrustedByEnvironment(folder: string, env: NonNullable<TrustOptions["env"]>): boolean {
  const given = env["PICTOR_TRUST"] ?? "";
  if (given === "1") return true;
  return given
    .split(delimiter)
    .filter((path) => isAbsolute(path))
    .some((path) => isInside(path, folder));
}

const choices = [
  { id: "snapshot", text: "yes, as it is now" },
  { id: "later-changes", text: "yes, and its later changes" },
  { id: "no", text: "no" },
] as const;

/** Asks the user whether to trust the folder, and how. Resolves to undefined if the user does not trust it. */
async function ask(
  interaction: Pick<Interaction, "ask">,
  folder: string,
  powers: readonly Power[],
  record: TrustRecord | undefined,
): Promise<TrustMode | undefined> {
  const answer = await interaction.ask({
    title: `The project in ${escapeInvisible(folder)} ${record === undefined ? "would" : "has changed, and would now"} do this. Do you trust it?`,
    detail: powers.map(({ text }) => `- ${text}`),
    choices,
    safeChoice: "no",
    // --yes confirms what a command asks, but not which project files are used.
    yesChoice: "no",
  });
  return answer === "snapshot" || answer === "later-changes" ? answer : undefined;
}

/** Stores that the user trusts the folder with these powers. */
export async function trustFolder(
  folder: string,
  powers: readonly Power[],
  mode: TrustMode,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const digests = powers.map(({ digest }) => digest);
  await writeTrust(trustFile(env), folder, () => ({ mode, powers: digests }));
}

/** The layer without the entries that would replace the user's own. */
function withoutReplacements(layer: Configuration, powers: readonly Power[]): Configuration {
  return powers.reduce<Configuration>((rest, { replaces }) => {
    if (replaces === undefined) return rest;
    const [section, name] = replaces;
    const entries = Object.entries(rest[section] ?? {}).filter(([other]) => other !== name);
    return { ...rest, [section]: Object.fromEntries(entries) };
  }, layer);
}

/**
 * Returns the part of a project's configuration that may be used. A project without powers, and one that is trusted, is
 * used as it is. Otherwise the user is asked; if the user refuses, the project is used without the entries that would
 * replace the user's own, unless other untrusted powers are left. Rejects with `TRUST_REQUIRED`, `TRUST_FILE_BROKEN`,
 * `PLUGIN_FOLDER_UNSAFE` or `FILE_NOT_WRITABLE`.
 */
export async function reviewProject(
  project: ProjectLayer,
  { env = process.env, trust = false, interaction }: TrustOptions,
): Promise<Configuration> {
  const powers = projectPowers(project);
  const accepted = narrowOrigins(project);
  if (powers.length === 0) return accepted;
  const folder = realFolder(dirname(project.file));
  if (trust || isTrustedByEnvironment(folder, env)) return accepted;
  const record = (await readTrust(trustFile(env)))[folder];
  const untrusted = untrustedPowers(powers, record);
  if (untrusted.length === 0) return accepted;
  if (interaction !== undefined) {
    const mode = await ask(interaction, folder, untrusted, record);
    if (mode !== undefined) {
      await trustFolder(folder, powers, mode, env);
      // If files changed while the question was open, the user is asked again.
      return reviewProject(project, { env, interaction });
    }
  }
  const replaced = untrusted.filter(({ replaces }) => replaces !== undefined);
  const rest = withoutReplacements(project.layer, replaced);
  if (untrustedPowers(projectPowers({ ...project, layer: rest }), record).length === 0) {
    for (const { replaces: [section, name] = [] } of replaced)
      interaction?.show(
        `Your own ${section}/${name} is used, not the one of the project in ${escapeInvisible(folder)}.`,
      );
    return narrowOrigins({ ...project, layer: rest });
  }
  const list = untrusted.map(({ text }) => text).join("; ");
  const details = { untrusted: untrusted.map(({ pointer, text }) => ({ pointer, text })) };
  const file = escapeInvisible(basename(project.file));
  throw fault("TRUST_REQUIRED", { folder: escapeInvisible(folder), powers: list, file }, { more: details });
}
