// Changes by the Manager of what is there: believed only as far as its list shows them.

import { extensionFault, newestIn } from "@pictor/extensions";
import type { ChangeOptions, InstalledExtension, WantedExtension } from "@pictor/kernel/plugin";
import type { Listed } from "./installed.js";
import { readListed } from "./listing.js";
import { failed, find, runStep, unseen } from "./run-step.js";
import type { Changing } from "./run-step.js";
import { chooseVersion, isAny } from "./targets.js";

/** A pack of the registry changes its version only when the server starts: until then the list shows the old one. */
export async function update(
  changing: Changing,
  wanted: WantedExtension,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const { listed, extension } = await find(changing, wanted.id, options);
  const { registryId: id } = listed;
  const isExact = wanted.version !== undefined || !isAny(wanted.range);
  if (id === undefined || (listed.kind === "nightly" && !isExact)) {
    if (wanted.commit !== undefined || isExact) throw noVersions(changing, wanted);
    await runStep(changing, { kind: "update", entry: listed }, "update", wanted.id, options);
    return (await find(changing, wanted.id, options)).extension;
  }
  const version = await chooseVersion(changing, id, wanted, options);
  if (version === "latest" && (await isNewest(changing, id, extension, options))) return extension;
  const outcome = await runStep(changing, { kind: "install", id, version }, "update", wanted.id, options);
  if (listed.kind === "nightly") return (await find(changing, wanted.id, options)).extension;
  if (version !== "latest") return { ...extension, version, versionFrom: "manager" };
  return outcome === "skipped" ? extension : { ...extension, pending: true };
}

/** False where nobody tells: then the Manager is asked to look. */
async function isNewest(
  { versionsOf }: Changing,
  id: string,
  { version }: InstalledExtension,
  options: ChangeOptions,
): Promise<boolean> {
  const newest = newestIn((await versionsOf(id, options)) ?? [], "*");
  return newest !== undefined && newest.version === version;
}

function noVersions({ name: backend, manager }: Changing, { id }: WantedExtension): Error {
  const reason = `its Manager (${manager.version}) brings ${id}, a clone, only to the end of its branch, and to no certain version`;
  const advice = "Check it out by hand where the server runs; or ask for any version.";
  return extensionFault("EXTENSION_UNSUPPORTED", { backend, action: "update", reason, advice });
}

export async function enable(
  changing: Changing,
  id: string,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  return toggle(changing, id, "enable", options);
}

export async function disable(
  changing: Changing,
  id: string,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  return toggle(changing, id, "disable", options);
}

async function toggle(
  changing: Changing,
  id: string,
  action: "enable" | "disable",
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const { listed, extension } = await find(changing, id, options);
  const isWanted = action === "enable";
  if (listed.enabled === isWanted) return extension;
  await runStep(changing, { kind: action, entry: listed }, action, id, options);
  const now = (await changing.list(options)).find((found) => isOf(listed, found.listed));
  if (now?.listed.enabled !== isWanted) throw failed(changing, action, id, unseen);
  return now.extension;
}

const isOf = (one: Listed, other: Listed): boolean => one.name.toLowerCase() === other.name.toLowerCase();

export async function remove(changing: Changing, id: string, options: ChangeOptions): Promise<void> {
  const { listed } = await find(changing, id, options);
  await runStep(changing, { kind: "remove", entry: listed }, "remove", id, options);
  const left = (await readListed(changing, options)).find((entry) => isOf(listed, entry));
  if (left !== undefined) throw failed(changing, "remove", id, unseen);
}
