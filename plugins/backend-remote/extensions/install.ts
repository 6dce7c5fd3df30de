// Installing by the Manager: from the registry, from its list, or from any address where its owner lets it.

import {
  extensionFault,
  isIn,
  isSame,
  isSameCommit,
  requireIdentity,
  withoutCredentials,
} from "@pictor/extensions";
import type { ChangeOptions, InstalledExtension, WantedExtension } from "@pictor/kernel/plugin";
import { adviceFor } from "./advice.js";
import type { Found } from "./listing.js";
import { failed, runStep, unseen } from "./run-step.js";
import type { Changing } from "./run-step.js";
import type { Step } from "./steps.js";
import { chooseVersion, findTarget, isAny } from "./targets.js";
import type { Target } from "./targets.js";
import { post } from "./wire.js";

export async function install(
  changing: Changing,
  wanted: WantedExtension,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const { name: backend } = changing;
  const target = await findTarget(changing, wanted.id, options);
  if (target === undefined) throw unknown(changing, wanted.id);
  const there = (await changing.list(options)).find(({ extension }) => isSame(wanted.id, extension));
  if (there !== undefined) {
    const { place } = there.listed;
    throw extensionFault("EXTENSION_ALREADY_INSTALLED", { backend, id: wanted.id, place });
  }
  if (wanted.commit !== undefined && wanted.version === undefined) throw noCommits(changing, wanted);
  if (target.kind === "address") await clone(changing, target.address, wanted.id, options);
  else
    await runStep(changing, await stepFor(changing, target, wanted, options), "install", wanted.id, options);
  const found = (await changing.list(options)).find(({ extension }) => isFrom(target, extension, wanted.id));
  if (found?.extension.enabled !== true) throw failed(changing, "install", wanted.id, unseen);
  return within(changing, found, wanted, options);
}

/** 4.x has no route for addresses; all others clone them where their owner lets them. */
function unknown({ name: backend, manager }: Changing, id: string): Error {
  const { kind } = requireIdentity(id);
  if (manager.generation !== "4" || kind !== "repository")
    return extensionFault("EXTENSION_UNKNOWN", { backend, id });
  const reason = `its Manager (${manager.version}) installs what the registry or its own list has, and neither is known to have ${id}`;
  const advice =
    "Give its id in the registry; or clone it into custom_nodes where the server runs. With --enable-manager-legacy-ui the Manager clones addresses, too.";
  return extensionFault("EXTENSION_UNSUPPORTED", { backend, action: "install", reason, advice });
}

function noCommits({ name: backend, manager }: Changing, { id, commit = "" }: WantedExtension): Error {
  const reason = `its Manager (${manager.version}) installs versions, and no single commits such as ${commit}`;
  const advice = `Check ${id} out by hand where the server runs, or ask for a version.`;
  return extensionFault("EXTENSION_UNSUPPORTED", { backend, action: "install", reason, advice });
}

async function stepFor(
  changing: Changing,
  target: Exclude<Target, { readonly kind: "address" }>,
  wanted: WantedExtension,
  options: ChangeOptions,
): Promise<Step> {
  if (target.kind === "listed") return { kind: "clone", name: target.name, address: target.address };
  const { id, address } = target;
  const version = await chooseVersion(changing, id, wanted, options);
  return { kind: "install", id, version, ...(address === undefined ? {} : { address }) };
}

const isFrom = (target: Target, extension: InstalledExtension, id: string): boolean =>
  isSame(id, extension) || (target.kind === "registry" && isSame(target.id, extension));

/** The Manager has brought something else than what was asked for: it goes again, as it was not there before. */
async function within(
  changing: Changing,
  { listed, extension }: Found,
  wanted: WantedExtension,
  options: ChangeOptions,
): Promise<InstalledExtension> {
  const { version, commit } = extension;
  const range = wanted.version ?? wanted.range;
  const isMeant = version === undefined || isAny(range) || isIn(version, range);
  const isCommit = wanted.commit === undefined || commit === undefined || isSameCommit(commit, wanted.commit);
  if (isMeant && isCommit) return extension;
  await runStep(changing, { kind: "remove", entry: listed }, "remove", wanted.id, options);
  const found = version ?? commit ?? "none";
  throw extensionFault("EXTENSION_NO_VERSION", { id: wanted.id, range, found });
}

/** The route for addresses works while it is asked, without the queue. 3.41 reads JSON, all others text. */
async function clone(changing: Changing, address: string, id: string, options: ChangeOptions): Promise<void> {
  const { peer, manager, name: backend } = changing;
  const path = `${manager.prefix}/customnode/install/git_url`;
  options.progress?.(`ComfyUI-Manager: clone ${address}`);
  let answer = await post(peer, path, { url: address }, options);
  if (answer?.status === 400) answer = await post(peer, path, address, options);
  if (answer === undefined || answer.status === 403 || answer.status === 404)
    throw extensionFault("EXTENSION_REFUSED", {
      backend,
      action: "install",
      id,
      ...adviceFor(manager, "address"),
    });
  if (answer.status >= 300) {
    const reason = `its Manager could not clone ${withoutCredentials(address)}`;
    throw failed(changing, "install", id, reason);
  }
}
