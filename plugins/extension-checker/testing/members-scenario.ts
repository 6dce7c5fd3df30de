// A check of extensions on a fake backend with several members, each of them a fake backend of its own.

import type { Backend, Catalog, MembersFacet, MemberStatus } from "@pictor/kernel/plugin";
import { createFakeBackend } from "./fake-backend.js";
import { createScenario, type Scenario, type ScenarioOptions } from "./check-scenario.js";
import { stateWith, type BackendState } from "./extension-records.js";

export interface MembersScenario extends Scenario {
  /** The calls of the members as `a: install acme/pack ...`, and of the facet as `drain a`. */
  readonly memberCalls: () => readonly string[];
}

export interface MembersOptions extends ScenarioOptions {
  readonly members: Readonly<Record<string, Partial<BackendState> & { readonly silent?: true }>>;
  readonly draining?: readonly string[];
  /** Whether the members can be opened. Default: yes. */
  readonly canOpen?: boolean;
}

function unionOf(catalogs: readonly (readonly [string, Catalog])[]): Catalog {
  const names = [...new Set(catalogs.flatMap(([, catalog]) => [...catalog.keys()]))];
  return new Map(
    names.flatMap((name) => {
      const having = catalogs.filter(([, catalog]) => catalog.has(name));
      const found = having[0]?.[1].get(name);
      return found === undefined
        ? []
        : [[name, { ...found, members: having.map(([member]) => member) }] as const];
    }),
  );
}

export async function createMembersScenario({
  members: states,
  draining = [],
  canOpen = true,
  ...options
}: MembersOptions): Promise<MembersScenario> {
  const log: string[] = [];
  const isDraining = new Set(draining);
  const backends = new Map(
    Object.entries(states).map(([name, { silent: _silent, ...state }]): [string, Backend] => {
      const calls: string[] = [];
      calls.push = (...entries) => log.push(...entries.map((entry) => `${name}: ${entry}`));
      return [name, createFakeBackend(stateWith(state), calls)];
    }),
  );
  const backendOf = (name: string): Backend => {
    const backend = backends.get(name);
    if (backend === undefined) throw new Error(`There is no member ${name}`);
    return backend;
  };
  const statusOf = (name: string): MemberStatus => ({
    name,
    state: isDraining.has(name) ? "draining" : "ready",
    running: 0,
    loaded: [],
    ended: 0,
    lost: 0,
    modelSwitches: 0,
  });
  const facet: MembersFacet = {
    status: () =>
      Promise.resolve({
        members: [...backends.keys()].map(statusOf),
        owners: [],
        problems: [],
        isPaused: false,
      }),
    drain(name) {
      log.push(`drain ${name}`);
      isDraining.add(name);
      return Promise.resolve();
    },
    resume(name) {
      log.push(`resume ${name}`);
      isDraining.delete(name);
      return Promise.resolve();
    },
    setPaused: () => Promise.resolve(),
    setOwnerPaused: () => Promise.resolve(),
    setOwnerLimit: () => Promise.resolve(),
    setPriority: () => Promise.resolve(false),
    extensions(name) {
      if (states[name]?.silent) return Promise.reject(new Error("it does not answer"));
      return backendOf(name).facets.extensions?.list() ?? Promise.resolve(undefined);
    },
    ...(canOpen && { open: (name: string) => Promise.resolve(backendOf(name)) }),
  };
  const farm = {
    catalog: async () =>
      unionOf(
        await Promise.all([...backends].map(async ([name, one]) => [name, await one.catalog()] as const)),
      ),
    facets: { members: facet },
  } as unknown as Backend;
  const scenario = await createScenario(options, farm);
  return { ...scenario, memberCalls: () => log };
}
