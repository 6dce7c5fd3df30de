// The setup of tests with server processes: an instance for each test, and supervisors as hosts create them.

import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Instance } from "../instance.js";
import type { ManagedSettings } from "../settings.gen.js";
import { createServerContext, type ServerContext } from "../server/record/server-context.js";
import { until } from "./local-machine.js";
import { openServices, type TestServices } from "./plugin-services.js";
import { createServerFixture, type ServerFixture } from "./server-fixture.js";
import type { Phase } from "../server/state/server-state.js";
import { identifyProcess } from "../server/process/process-identity.js";
import { readRecord } from "../server/record/run-record.js";
import { createSupervisor, type Supervisor } from "../server/supervise/supervisor.js";

type Launch = Partial<ManagedSettings["launch"]>;
const installed = { state: "complete" as const };
export const installation = { installedState: async () => installed, ready: async () => installed };

/** Call this once per test file. */
export function useServers() {
  let services: TestServices;
  let fixture: ServerFixture;
  let opened: Supervisor[];
  beforeAll(async () => void (services = await openServices()));
  afterAll(() => services.dispose());
  beforeEach(async () => {
    fixture = await createServerFixture(services);
    opened = [];
  });
  afterEach(async () => {
    for (const supervisor of opened) {
      await supervisor.stop().catch(() => undefined);
      await supervisor.close();
    }
    await fixture.remove();
  });

  const contextOf = (launch: Launch = {}, more: Partial<Instance> = {}): ServerContext =>
    createServerContext(fixture.instance(launch, more), undefined, installation);
  const record = () => readRecord(join(fixture.folder, "root", "run.json"));
  return {
    services: () => services,
    fixture: () => fixture,
    contextOf,
    open(launch: Launch = {}, context = contextOf(launch)) {
      const supervisor = createSupervisor(context);
      opened.push(supervisor);
      const phases: Phase["at"][] = [];
      supervisor.onPhase(({ at }) => phases.push(at));
      return { supervisor, phases, context };
    },
    /** The context of another host of the same instance: its identity is that of another live process. */
    asOther: (context: ServerContext): ServerContext => ({
      ...context,
      ownIdentity: async () => (await identifyProcess(process.ppid, context.instance))!,
    }),
    ask: async (path: string): Promise<unknown> => fetch(`${fixture.url}${path}`).catch(() => undefined),
    record,
    pidOf: async (): Promise<number> => (await record())?.process.pid ?? 0,
    reaches: (supervisor: Supervisor, at: Phase["at"]) => until(() => supervisor.phase().at === at),
  };
}
