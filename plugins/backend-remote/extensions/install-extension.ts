// Installs an extension through the Manager: from the registry, from the Manager's list, or from any address if its
// settings permit that.

import {
  extensionFault,
  isSame,
  isSameCommit,
  isWanted,
  noVersionFault,
  requireAbsent,
  requireIdentity,
  requireRange,
  withoutCredentials,
} from "@pictor/extensions";
import type { ChangeOptions, InstalledExtension, ExtensionSpec } from "@pictor/kernel/plugin";
import { post } from "../manager/manager-requests.js";
import { adviceOnRefusal } from "../manager/refusal-advice.js";
import type { ManagerTask } from "../manager/task-bodies.js";
import type { ManagerContext } from "../manager/pack-index.js";
import { versionToInstall, findInstallTarget, type InstallTarget } from "./install-target.js";
import { listWithManager, type ListedExtension } from "./list-extensions.js";
import { changeFault, notListedReason, runChange } from "./run-change.js";

export async function installExtension(
  context: ManagerContext,
  wanted: ExtensionSpec,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  requireRange(wanted);
  const target = await findInstallTarget(context, wanted.id, options);
  if (target === undefined) throw unknownFault(context, wanted.id);
  requireAbsent(context.server.name, wanted.id, await listWithManager(context, options));
  if (wanted.commit !== undefined && wanted.version === undefined) throw noCommitsFault(context, wanted);
  if (target.kind === "address") await cloneAddress(context, target.address, wanted.id, options);
  else {
    const task = await taskFor(context, target, wanted, options);
    await runChange(context, task, "install", wanted.id, options);
  }
  const installed = (await listWithManager(context, options)).find(
    ({ extension }) =>
      isSame(wanted.id, extension) || (target.kind === "registry" && isSame(target.id, extension)),
  );
  if (installed?.extension.enabled !== true)
    throw changeFault(context, "install", wanted.id, notListedReason);
  return verifyVersion(context, installed, wanted, options);
}

/** Managers 4.x have no route for addresses; the others clone any address if their settings permit it. */
function unknownFault(
  { server: { name: backend }, manager, registryOutage }: ManagerContext,
  id: string,
): Error {
  const { kind } = requireIdentity(id);
  if (manager.generation !== "4" || kind !== "repository")
    return extensionFault("EXTENSION_UNKNOWN", { backend, id });
  const outage = registryOutage();
  const reason = `ComfyUI-Manager (${manager.version}) installs what the registry or its own list contains, and neither is known to contain ${id}${outage === undefined ? "" : `; ${outage}`}`;
  const advice =
    "Give the extension's id in the registry; or clone it into custom_nodes on the server's machine. Started with --enable-manager-legacy-ui, the Manager can clone addresses too.";
  return extensionFault("EXTENSION_UNSUPPORTED", { backend, action: "install", reason, advice });
}

function noCommitsFault(
  { server: { name: backend }, manager }: ManagerContext,
  wanted: ExtensionSpec,
): Error {
  const { id, commit = "" } = wanted;
  const reason = `ComfyUI-Manager (${manager.version}) installs versions, not single commits such as ${commit}`;
  const advice = `Check ${id} out yourself on the server's machine, or ask for a version.`;
  return extensionFault("EXTENSION_UNSUPPORTED", { backend, action: "install", reason, advice });
}

async function taskFor(
  context: ManagerContext,
  target: Exclude<InstallTarget, { readonly kind: "address" }>,
  wanted: ExtensionSpec,
  options: ChangeOptions,
): Promise<ManagerTask> {
  if (target.kind === "listed") return { kind: "clone", name: target.name, address: target.address };
  const { id, address } = target;
  const version = await versionToInstall(context, id, wanted, options);
  return { kind: "install", id, version, ...(address === undefined ? {} : { address }) };
}

/** Removes an extension again if the Manager has installed another version than the wanted one. */
async function verifyVersion(
  context: ManagerContext,
  { pack, extension }: ListedExtension,
  wanted: ExtensionSpec,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const { version, commit } = extension;
  const isVersion = version === undefined || isWanted(wanted, version);
  const isCommit = wanted.commit === undefined || commit === undefined || isSameCommit(commit, wanted.commit);
  if (isVersion && isCommit) return extension;
  await runChange(context, { kind: "remove", pack }, "remove", wanted.id, options);
  throw noVersionFault(
    wanted.id,
    wanted,
    [version ?? commit].filter((found) => found !== undefined),
  );
}

/** The route for addresses clones during the request, without the queue. Manager 3.41 takes JSON, all others plain text. */
async function cloneAddress(
  context: ManagerContext,
  address: string,
  id: string,
  options: ChangeOptions,
): Promise<void> {
  const { server, manager } = context;
  const path = `${manager.prefix}/customnode/install/git_url`;
  options.progress?.(`ComfyUI-Manager: clone ${address}`);
  let reply = await post(server, path, { url: address }, options);
  if (reply?.status === 400) reply = await post(server, path, address, options);
  if (reply === undefined || reply.status === 403 || reply.status === 404) {
    const details = { backend: server.name, action: "install", id, ...adviceOnRefusal(manager, "address") };
    throw extensionFault("EXTENSION_REFUSED", details);
  }
  if (reply.status >= 300) {
    const reason = `ComfyUI-Manager could not clone ${withoutCredentials(address)}`;
    throw changeFault(context, "install", id, reason);
  }
}
