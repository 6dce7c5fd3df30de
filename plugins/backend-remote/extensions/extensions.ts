// The facet `extensions` of a remote server: through its Manager, or, without one, only what its node classes tell.

import { extensionFault, identityOf } from "@pictor/extensions";
import type { Backend, CallOptions, ExtensionAction, ExtensionsFacet } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import type { Peer } from "../http.js";
import { withoutManager } from "./advice.js";
import * as changes from "./changes.js";
import { install } from "./install.js";
import { knowledge } from "./knowledge.js";
import { listWithManager } from "./listing.js";
import { extensionsIn } from "./modules.js";
import { availableOf, idOf, matches } from "./packs.js";
import type { Manager, ManagerProbe } from "./probe.js";
import type { Registry } from "./registry.js";
import type { Changing } from "./run-step.js";
import { chooseVersion, findTarget, sourceOf } from "./targets.js";

export interface ExtensionsOptions {
  readonly peer: Peer;
  readonly name: string;
  readonly clock: Clock;
  readonly clientId: string;
  readonly subscribe: Backend["events"];
  readonly catalog: Backend["catalog"];
  readonly probe: ManagerProbe;
  readonly registry: Registry;
}

const all: readonly ExtensionAction[] = ["install", "update", "enable", "disable", "remove"];

export function createExtensions(given: ExtensionsOptions): ExtensionsFacet {
  const { peer, name, clock, clientId, subscribe, probe } = given;
  const known = knowledge(given);
  const signalOf = ({ signal }: CallOptions): CallOptions => (signal === undefined ? {} : { signal });
  const catalog = (options: CallOptions) => given.catalog(signalOf(options));

  const changing = (manager: Manager): Changing => {
    const sources = known(manager);
    const lister = { peer, manager, catalog, repositoryOf: sources.repositoryOf };
    const list = (options: CallOptions) => listWithManager(lister, signalOf(options));
    return { peer, clock, clientId, subscribe, name, list, ...sources };
  };
  async function managed(action: ExtensionAction, options: CallOptions): Promise<Changing> {
    const manager = await probe(signalOf(options));
    if (manager !== undefined) return changing(manager);
    throw extensionFault("EXTENSION_UNSUPPORTED", { backend: name, action, ...withoutManager });
  }

  return {
    async abilities(options = {}) {
      if ((await probe(signalOf(options))) !== undefined) return { can: all };
      return { can: [], reason: `${withoutManager.reason}. ${withoutManager.advice}` };
    },
    async list(options = {}) {
      const manager = await probe(signalOf(options));
      if (manager === undefined) return extensionsIn(await catalog(options));
      return (await changing(manager).list(options)).map(({ extension }) => extension);
    },
    async available(query, options = {}) {
      const manager = await probe(signalOf(options));
      if (manager === undefined) return [];
      const packs = await known(manager).packs(signalOf(options));
      return packs.filter((pack) => matches(pack, query)).map(availableOf);
    },
    async providers(classes, options = {}) {
      const manager = await probe(signalOf(options));
      if (manager === undefined) return new Map();
      const sources = known(manager);
      const [providers, packs] = await Promise.all([
        sources.providers(signalOf(options)),
        sources.packs(signalOf(options)),
      ]);
      const idOfKey = (key: string): string => {
        const pack = packs.find(({ registryId, address }) => registryId === key || address === key);
        return pack === undefined ? (identityOf(key) ?? key) : idOf(pack);
      };
      const found = classes.flatMap((className) => {
        const keys = providers.get(className);
        return keys === undefined ? [] : [[className, [...new Set(keys.map(idOfKey))]] as const];
      });
      return new Map(found);
    },
    async locate(wanted, options = {}) {
      const manager = await probe(signalOf(options));
      if (manager === undefined) return undefined;
      const sources = known(manager);
      const target = await findTarget(sources, wanted.id, signalOf(options));
      if (target?.kind !== "registry") return target && sourceOf(target);
      const version = await chooseVersion(sources, target.id, wanted, signalOf(options));
      return sourceOf(target, version === "latest" ? undefined : version);
    },
    install: async (wanted, options = {}) => install(await managed("install", options), wanted, options),
    update: async (wanted, options = {}) => changes.update(await managed("update", options), wanted, options),
    enable: async (id, options = {}) => changes.enable(await managed("enable", options), id, options),
    disable: async (id, options = {}) => changes.disable(await managed("disable", options), id, options),
    remove: async (id, options = {}) => changes.remove(await managed("remove", options), id, options),
  };
}
