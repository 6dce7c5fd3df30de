// Updates, enables, disables and removes an installed extension through the Manager, and verifies the change in the
// Manager's list.

import { extensionFault, isAnyVersion, newestIn, requireRange } from "@pictor/extensions";
import type { ChangeOptions, InstalledExtension, ExtensionSpec } from "@pictor/kernel/plugin";
import type { ListedPack } from "../manager/installed-packs.js";
import type { ManagerContext } from "../manager/pack-index.js";
import { versionToInstall } from "./install-target.js";
import { listWithManager, readInstalledPacks } from "./list-extensions.js";
import { changeFault, findById, notListedReason, runChange } from "./run-change.js";

/**
 * Updates an extension. A pack of the registry changes its version when the server starts; until then the list shows
 * the old version.
 */
export async function updateExtension(
  context: ManagerContext,
  wanted: ExtensionSpec,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  requireRange(wanted);
  const { pack, extension } = await findById(context, wanted.id, options);
  const { registryId: id } = pack;
  const wantsVersion = wanted.version !== undefined || !isAnyVersion(wanted.range);
  if (id === undefined || (pack.kind === "nightly" && !wantsVersion)) {
    if (wanted.commit !== undefined || wantsVersion) throw noVersionsFault(context, wanted);
    await runChange(context, { kind: "update", pack }, "update", wanted.id, options);
    return (await findById(context, wanted.id, options)).extension;
  }
  const version = await versionToInstall(context, id, wanted, options);
  if (version === "latest" && (await isNewest(context, id, extension, options))) return extension;
  const outcome = await runChange(context, { kind: "install", id, version }, "update", wanted.id, options);
  if (pack.kind === "nightly") return (await findById(context, wanted.id, options)).extension;
  if (version !== "latest") return { ...extension, version, versionFrom: "manager" };
  return outcome === "skipped" ? extension : { ...extension, pending: true };
}

/** Whether the newest version is installed; false if the versions cannot be listed, so that the Manager decides. */
async function isNewest(
  { versionsOf }: ManagerContext,
  id: string,
  { version }: InstalledExtension,
  options: ChangeOptions,
): Promise<boolean> {
  const newest = newestIn((await versionsOf(id, options)) ?? [], "*");
  return newest !== undefined && newest.version === version;
}

function noVersionsFault(
  { server: { name: backend }, manager }: ManagerContext,
  { id }: ExtensionSpec,
): Error {
  const reason = `ComfyUI-Manager (${manager.version}) updates ${id}, a clone, to the latest commit of its branch only, not to a version`;
  const advice = "Check the version out yourself on the server's machine; or ask for any version.";
  return extensionFault("EXTENSION_UNSUPPORTED", { backend, action: "update", reason, advice });
}

export async function toggleExtension(
  context: ManagerContext,
  id: string,
  action: "enable" | "disable",
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const { pack, extension } = await findById(context, id, options);
  const enabled = action === "enable";
  if (pack.enabled === enabled) return extension;
  await runChange(context, { kind: action, pack }, action, id, options);
  const changed = (await listWithManager(context, options)).find((listed) => isSamePack(pack, listed.pack));
  if (changed?.pack.enabled !== enabled) throw changeFault(context, action, id, notListedReason);
  return changed.extension;
}

const isSamePack = (one: ListedPack, other: ListedPack): boolean =>
  one.name.toLowerCase() === other.name.toLowerCase();

export async function removeExtension(
  context: ManagerContext,
  id: string,
  options: ChangeOptions,
): Promise<void> {
  const { pack } = await findById(context, id, options);
  await runChange(context, { kind: "remove", pack }, "remove", id, options);
  const packs = await readInstalledPacks(context, options);
  if (packs.some((other) => isSamePack(pack, other)))
    throw changeFault(context, "remove", id, notListedReason);
}
