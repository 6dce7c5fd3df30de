// The scopes that the person has granted to panels, in a file that only the owner can read.

import { isRecord } from "@pictor/kernel";
import { scopesIn, type Scope } from "@pictor/features/base";
import { changeJsonFile, readJsonFile } from "../files/json-file.js";

/**
 * A panel is identified by its plugin and the plugin's folder: for a plugin of the same name in another folder, the
 * person is asked again.
 */
export interface PanelGrant {
  readonly panel: string;
  /** Absolute path of the plugin's folder. */
  readonly folder: string;
  readonly scopes: readonly Scope[];
}

const grantOf = (value: unknown): readonly PanelGrant[] => {
  if (!isRecord(value) || !Array.isArray(value["scopes"])) return [];
  const { panel, folder, scopes: granted } = value;
  if (typeof panel !== "string" || typeof folder !== "string") return [];
  return [{ panel, folder, scopes: scopesIn(granted as readonly unknown[]) }];
};

/** The grants in the file; none if there is no file. Rejects as `readJsonFile` does. */
async function readGrants(path: string): Promise<readonly PanelGrant[]> {
  const list = await readJsonFile(path);
  return Array.isArray(list) ? list.flatMap(grantOf) : [];
}

const isSame = (one: Omit<PanelGrant, "scopes">, other: Omit<PanelGrant, "scopes">): boolean =>
  one.panel === other.panel && one.folder === other.folder;

/** Whether the person has granted all of these scopes to the panel before. */
export async function isGranted(path: string, wanted: PanelGrant): Promise<boolean> {
  const found = (await readGrants(path)).find((grant) => isSame(grant, wanted));
  return found !== undefined && wanted.scopes.every((scope) => found.scopes.includes(scope));
}

/** Replaces the scopes that were granted to the panel. */
export const saveGrant = (path: string, grant: PanelGrant): Promise<void> =>
  changeJsonFile(
    path,
    () => readGrants(path),
    (grants) => [...grants.filter((other) => !isSame(other, grant)), grant],
  );
