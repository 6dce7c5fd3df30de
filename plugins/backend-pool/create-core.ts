// Creates the parts of a pool and connects them: events of members lead to readings, readings to endings, endings to
// the next prompt.

import { setMaxListeners } from "node:events";
import {
  linkedController,
  type Clock,
  type Graph,
  type Logger,
  type PluginContext,
} from "@pictor/kernel/plugin";
import type { Limits } from "./base/limits.js";
import { MemberCatalogs } from "./catalog/member-catalogs.js";
import { reviseAbilities } from "./catalog/revise-abilities.js";
import type { Core } from "./core/core.js";
import { Dispatcher } from "./dispatch/dispatcher.js";
import { Hub } from "./events/hub.js";
import { createConnectionState } from "./members/connection-state.js";
import { Member, type MemberOptions } from "./members/member.js";
import { Table } from "./prompts/table.js";
import { routeEvent } from "./relay/relay.js";
import type { PoolSettings } from "./settings.gen.js";
import { UploadStore } from "./uploads/upload-store.js";

export interface PoolDependencies {
  /** Name of the instance. */
  readonly name: string;
  /** When aborted, the pool ends at once. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly backends: Pick<PluginContext["backends"], "openInstance">;
}

export interface PoolParts {
  readonly core: Core;
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/** The graphs whose uploaded files may still have to be sent. */
const neededGraphs = (table: Table): readonly Graph[] =>
  [...table.all()].flatMap(({ state: { step }, submission }) =>
    step === "waiting" || step === "dispatching" ? [submission.graph] : [],
  );

function createMembers(
  settings: PoolSettings,
  shared: Omit<MemberOptions, "name" | "weight" | "capacity" | "isDraining">,
): ReadonlyMap<string, Member> {
  const weights = new Map(settings.weights.map(({ member, weight }) => [member, weight]));
  const capacities = new Map(settings.capacities.map(({ member, capacity }) => [member, capacity]));
  return new Map(
    settings.members.map((name) => {
      const isDraining = settings.drained.includes(name);
      const [weight, capacity] = [weights.get(name) ?? 1, capacities.get(name)];
      return [name, new Member({ name, weight, capacity, isDraining, ...shared })];
    }),
  );
}

export function createCore(settings: PoolSettings, deps: PoolDependencies, limits: Limits): PoolParts {
  const { clock, logger, name } = deps;
  const { controller, release } = linkedController(deps.signal);
  const { signal } = controller;
  // Each followed prompt adds a listener, so Node's warning about many listeners would be wrong.
  setMaxListeners(0, signal);
  const hub = new Hub();
  const table = new Table();
  const members = createMembers(settings, {
    clock,
    limits,
    signal,
    openInstance: (member) => deps.backends.openInstance(member, name),
    onEvent: (member, event) => {
      routeEvent(core, member, event);
      if (event.type === "connection") announceConnection();
    },
    onHealth: (member) => {
      announceConnection();
      if (member.health().state === "unreachable") member.runs.loaded = [];
      if (!member.isUsable()) return;
      void reviseAbilities(member, () => table.waiting(), core.catalogs).then(() => dispatcher.pump());
    },
  });
  const announceConnection = createConnectionState(
    () => members.values(),
    table,
    (event) => hub.emit(event),
  );
  const core: Core = {
    name,
    clock,
    limits,
    logger,
    signal,
    members,
    table,
    hub,
    catalogs: new MemberCatalogs(clock, limits),
    uploads: new UploadStore(() => neededGraphs(table)),
    sent: new WeakMap(),
    declined: new Set(),
    isPaused: false,
    pausedOwners: new Set(),
    runningLimits: new Map(),
  };
  const dispatcher = new Dispatcher(core);
  return {
    core,
    dispatcher,
    async close() {
      controller.abort(new DOMException("The pool is closed", "AbortError"));
      release();
      hub.close();
      for (const member of members.values()) member.close();
      await core.uploads.close();
    },
  };
}
