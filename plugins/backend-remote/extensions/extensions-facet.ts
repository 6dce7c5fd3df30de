// The facet `extensions` of a remote server, through its Manager. Without a Manager, it only lists the loaded extensions.

import { extensionFault, identityOf, searchIndex } from "@pictor/extensions";
import type { Backend, CallOptions, ExtensionAction, ExtensionsFacet } from "@pictor/kernel/plugin";
import { signalOnly } from "../base/call-options.js";
import { availableExtensionOf, packIdOf } from "../manager/known-packs.js";
import { createPackIndex } from "../manager/pack-index.js";
import type { Manager, ManagerProbe } from "../manager/probe-manager.js";
import { noManagerAdvice } from "../manager/refusal-advice.js";
import type { PackRegistry } from "../manager/pack-registry.js";
import type { RemoteServer } from "../server/requests.js";
import { removeExtension, toggleExtension, updateExtension } from "./change-extension.js";
import { installExtension } from "./install-extension.js";
import { versionToInstall, findInstallTarget, sourceOf } from "./install-target.js";
import { listWithManager, loadedExtensionsOf } from "./list-extensions.js";
import type { ChangeContext } from "./run-change.js";

export interface ExtensionsFacetOptions {
  readonly server: RemoteServer;
  readonly clientId: string;
  readonly subscribe: Backend["events"];
  readonly catalog: Backend["catalog"];
  readonly probe: ManagerProbe;
  readonly registry: PackRegistry;
}

const allActions: readonly ExtensionAction[] = ["install", "update", "enable", "disable", "remove"];

export function createExtensionsFacet(options: ExtensionsFacetOptions): ExtensionsFacet {
  const { server, clientId, subscribe, probe, registry } = options;
  const packIndexOf = createPackIndex(server, registry);
  const catalog = (call: CallOptions) => options.catalog(signalOnly(call));

  const changeContext = (manager: Manager): ChangeContext => {
    const index = packIndexOf(manager);
    const listContext = { server, manager, catalog, repositoryOf: index.repositoryOf };
    const list = (call: CallOptions) => listWithManager(listContext, signalOnly(call));
    return { server, clientId, subscribe, list, ...index };
  };
  async function contextFor(action: ExtensionAction, call: CallOptions): Promise<ChangeContext> {
    const manager = await probe(signalOnly(call));
    if (manager !== undefined) return changeContext(manager);
    throw extensionFault("EXTENSION_UNSUPPORTED", { backend: server.name, action, ...noManagerAdvice });
  }

  return {
    async capabilities(call) {
      if ((await probe(signalOnly(call))) !== undefined) return { actions: allActions };
      return { actions: [], reason: `${noManagerAdvice.reason}. ${noManagerAdvice.advice}` };
    },
    async list(call = {}) {
      const manager = await probe(signalOnly(call));
      if (manager === undefined) return loadedExtensionsOf(await catalog(call));
      return (await changeContext(manager).list(call)).map(({ extension }) => extension);
    },
    async available(query, call) {
      const manager = await probe(signalOnly(call));
      if (manager === undefined) return [];
      const packs = await packIndexOf(manager).packs(signalOnly(call));
      return searchIndex(packs.map(availableExtensionOf), query);
    },
    async providers(classes, call) {
      const manager = await probe(signalOnly(call));
      if (manager === undefined) return new Map();
      const index = packIndexOf(manager);
      const [providers, packs] = await Promise.all([
        index.providers(signalOnly(call)),
        index.packs(signalOnly(call)),
      ]);
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
    async locate(wanted, call) {
      const manager = await probe(signalOnly(call));
      if (manager === undefined) return undefined;
      const index = packIndexOf(manager);
      const target = await findInstallTarget(index, wanted.id, signalOnly(call));
      if (target?.kind !== "registry") return target && sourceOf(target);
      const version = await versionToInstall(index, target.id, wanted, signalOnly(call));
      return sourceOf(target, version === "latest" ? undefined : version);
    },
    install: async (wanted, call = {}) => installExtension(await contextFor("install", call), wanted, call),
    update: async (wanted, call = {}) => updateExtension(await contextFor("update", call), wanted, call),
    enable: async (id, call = {}) => toggleExtension(await contextFor("enable", call), id, "enable", call),
    disable: async (id, call = {}) => toggleExtension(await contextFor("disable", call), id, "disable", call),
    remove: async (id, call = {}) => removeExtension(await contextFor("remove", call), id, call),
  };
}
