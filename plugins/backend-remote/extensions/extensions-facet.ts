// The facet `extensions` of a remote server, through its Manager. Without a Manager, it only lists the loaded extensions.

import { extensionFault, identityOf, searchIndex } from "@pictor/extensions";
import type { CallOptions, ExtensionAction, ExtensionsFacet } from "@pictor/kernel/plugin";
import { availableExtensionOf, packIdOf } from "../manager/known-packs.js";
import type { ManagerContext, PackIndex } from "../manager/pack-index.js";
import type { Manager, ManagerProbe } from "../manager/probe-manager.js";
import { noManagerAdvice } from "../manager/refusal-advice.js";
import type { RemoteInstance } from "../server/requests.js";
import { removeExtension, toggleExtension, updateExtension } from "./change-extension.js";
import { installExtension } from "./install-extension.js";
import { versionToInstall, findInstallTarget, sourceOf } from "./install-target.js";
import { listWithManager, loadedExtensionsOf } from "./list-extensions.js";

const allActions: readonly ExtensionAction[] = ["install", "update", "enable", "disable", "remove"];

export function createExtensionsFacet(
  instance: RemoteInstance,
  probe: ManagerProbe,
  packIndexOf: (manager: Manager) => PackIndex,
): ExtensionsFacet {
  async function contextFor(action: ExtensionAction, call: CallOptions): Promise<ManagerContext> {
    const manager = await probe(call);
    if (manager !== undefined) return { ...instance, ...packIndexOf(manager) };
    throw extensionFault("EXTENSION_UNSUPPORTED", {
      backend: instance.server.name,
      action,
      ...noManagerAdvice,
    });
  }

  return {
    async capabilities(call) {
      if ((await probe(call)) !== undefined) return { actions: allActions };
      return { actions: [], reason: `${noManagerAdvice.reason}. ${noManagerAdvice.advice}` };
    },
    async list(call = {}) {
      const manager = await probe(call);
      if (manager === undefined) return loadedExtensionsOf(await instance.catalog(call));
      const context = { ...instance, ...packIndexOf(manager) };
      return (await listWithManager(context, call)).map(({ extension }) => extension);
    },
    async available(query, call = {}) {
      const manager = await probe(call);
      if (manager === undefined) return [];
      const packs = await packIndexOf(manager).packs(call);
      return searchIndex(packs.map(availableExtensionOf), query);
    },
    async providers(classes, call = {}) {
      const manager = await probe(call);
      if (manager === undefined) return new Map();
      const index = packIndexOf(manager);
      const [providers, packs] = await Promise.all([index.providers(call), index.packs(call)]);
      const idOfKey = (key: string): string => {
        const pack = packs.find(({ registryId, address }) => registryId === key || address === key);
        return pack === undefined ? (identityOf(key) ?? key) : packIdOf(pack);
      };
      const found = classes.flatMap((className) => {
        const keys = providers.get(className);
        return keys === undefined ? [] : [[className, [...new Set(keys.map(idOfKey))]] as const];
      });
      return new Map(found);
    },
    async locate(wanted, call = {}) {
      const manager = await probe(call);
      if (manager === undefined) return undefined;
      const index = packIndexOf(manager);
      const target = await findInstallTarget(index, wanted.id, call);
      if (target?.kind !== "registry") return target && sourceOf(target);
      const version = await versionToInstall(index, target.id, wanted, call);
      return sourceOf(target, version === "latest" ? undefined : version);
    },
    install: async (wanted, call = {}) => installExtension(await contextFor("install", call), wanted, call),
    update: async (wanted, call = {}) => updateExtension(await contextFor("update", call), wanted, call),
    enable: async (id, call = {}) => toggleExtension(await contextFor("enable", call), id, "enable", call),
    disable: async (id, call = {}) => toggleExtension(await contextFor("disable", call), id, "disable", call),
    remove: async (id, call = {}) => removeExtension(await contextFor("remove", call), id, call),
  };
}
