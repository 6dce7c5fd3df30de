// The trust in one folder: the powers of its project, whether the user trusts them, and changes of that trust.

import { dirname, resolve } from "node:path";
import {
  jsonPointer,
  loadConfiguration,
  type ConfigurationSources,
  type ProjectLayer,
  type SavedSection,
} from "@pictor/kernel";
import type { Power } from "./power.js";
import { projectPowers } from "./project-powers.js";
import { realFolder, trustFolder, untrustedPowers } from "./review-project.js";
import { readTrust, trustFile, writeTrust, type TrustMode } from "./trust-file.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The data about a folder that a host shows, and the functions that change the trust in it. */
export interface TrustedFolder {
  /** Real path of the folder. */
  readonly folder: string;
  /** All powers of the project in the folder. Empty for a folder without a project file. */
  readonly powers: readonly Power[];
  /** The powers that the user does not trust yet. */
  readonly untrusted: readonly Power[];
  /** How the user trusts the folder; absent if the folder is not trusted. */
  readonly mode?: TrustMode;
  /** Stores that the user trusts the folder with these powers. */
  trust(mode: TrustMode): Promise<void>;
}

/** Reads a project file in the form in which it would be merged, without applying it. */
async function readProject(
  sources: Omit<ConfigurationSources, "reviewProject">,
): Promise<ProjectLayer | undefined> {
  let found: ProjectLayer | undefined;
  await loadConfiguration({
    ...sources,
    reviewProject: (project) => {
      found = project;
      return Promise.resolve({});
    },
  });
  return found;
}

/**
 * Opens the folder of a project file; no code of the project is run, and no request is sent. Rejects as
 * `loadConfiguration`.
 */
export async function openProjectFolder(
  sources: ConfigurationSources & { readonly directory: string },
  env: Environment,
): Promise<TrustedFolder> {
  const project = await readProject(sources);
  const powers = project === undefined ? [] : projectPowers(project);
  const folder = realFolder(project === undefined ? sources.directory : dirname(project.file));
  const record = (await readTrust(trustFile(env)))[folder];
  return {
    folder,
    powers,
    untrusted: untrustedPowers(powers, record),
    ...(record !== undefined && { mode: record.mode }),
    trust: (mode) => trustFolder(folder, powers, mode, env),
  };
}

/** Trusts an entry that Pictor itself has written for the user: its powers, but no other powers of the same file. */
export async function trustSavedEntry(
  [file, section, name]: readonly [file: string, section: SavedSection, name: string],
  userFile: string,
  env: Environment,
): Promise<void> {
  if (resolve(file) === resolve(userFile)) return;
  const project = await readProject({ file, userFile });
  if (project === undefined) return;
  const pointer = jsonPointer(section, name);
  const own = projectPowers(project).filter(
    (power) => power.pointer === pointer || power.pointer.startsWith(`${pointer}/`),
  );
  if (own.length === 0) return;
  await writeTrust(trustFile(env), realFolder(dirname(file)), (record) => ({
    mode: record?.mode ?? "snapshot",
    powers: [...new Set([...(record?.powers ?? []), ...own.map(({ digest }) => digest)])],
  }));
}
