// Routes: the settings of backend instances. A change is written to a configuration file and takes effect at once.

import { isEnded, type BackendInfo, type BackendTest } from "@pictor/client";
import { errorToJson, PictorError, plainRecord, type BackendSettings } from "@pictor/host";
import { defaultName } from "./default-name.js";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { backendTarget, instanceOf, publishBackend, requireInstance } from "./opened-backend.js";

/**
 * Throws while an operation, or a job of this server, runs on the instance, because closing the instance would end it.
 */
async function requireIdle({ pictor, operations, jobs }: RouteDependencies, name: string): Promise<void> {
  operations.requireFree(backendTarget(name));
  const running = jobs.list().filter((job) => !isEnded(job));
  if (running.length === 0) return;
  const unnamed = running.some(({ backend }) => backend === undefined);
  const used = unnamed ? (await pictor.openBackend()).instance.name : undefined;
  const busy = running.filter(({ backend = used }) => backend === name);
  if (busy.length > 0)
    throw fault("API_STATE_CONFLICT", {
      what: `The backend ${name} runs ${busy.length === 1 ? "a job" : `${busy.length} jobs`}, which the change would end`,
    });
}

/** Milliseconds after which a backend counts as one that does not answer. */
const testLimitMs = 10_000;

/** Whether a backend answers with these settings. */
async function testOf(
  settings: BackendSettings,
  signal: AbortSignal,
  { pictor, clock }: Pick<RouteDependencies, "pictor" | "clock">,
): Promise<BackendTest> {
  const late = new AbortController();
  const stopTimer = clock.after(testLimitMs, () => {
    late.abort(fault("API_STATE_CONFLICT", { what: "The server did not answer within 10 seconds" }));
  });
  try {
    const info = await pictor.testBackend(settings, AbortSignal.any([signal, late.signal]));
    return { isReachable: true, info: plainRecord({ ...info }, pictor.redact) as BackendInfo };
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    return { isReachable: false, error: errorToJson(error, pictor.redact) };
  } finally {
    stopTimer();
  }
}

export const backendSettingsHandlers = (
  deps: RouteDependencies,
): Handlers<"readBackendSettings" | "saveBackend" | "deleteBackend" | "testBackend" | "chooseBackend"> => {
  const { pictor } = deps;
  const isKnown = (name: string): boolean => pictor.backends().some((one) => one.name === name);
  return {
    readBackendSettings: ({ params: { name } }) => {
      requireInstance(pictor, name);
      return { status: 200, json: { ...pictor.backendSettings(name) } };
    },
    testBackend: async ({ body, signal }) => ({
      status: 200,
      json: await testOf(body as BackendSettings, signal, deps),
    }),
    chooseBackend: async ({ params: { name } }) => {
      requireInstance(pictor, name);
      const file = await pictor.chooseBackend(name);
      publishBackend(deps, name, "saved");
      return { status: 200, json: { file } };
    },
    saveBackend: async ({ params: { name }, body, signal }) => {
      if (isKnown(name)) await requireIdle(deps, name);
      const earlier = isKnown(name) ? undefined : await defaultName(pictor);
      const file = await pictor.saveBackend(name, body as BackendSettings);
      if (earlier !== undefined && (await defaultName(pictor)) === name) {
        const { backend } = await pictor.openBackend(name).catch(() => ({ backend: undefined }));
        // A server that Pictor itself starts need not run yet.
        const isOurs = backend?.facets.lifecycle?.start !== undefined;
        const isGood = isOurs || (await testOf(body as BackendSettings, signal, deps)).isReachable;
        if (!isGood) await pictor.chooseBackend(earlier);
      }
      publishBackend(deps, name, "saved");
      return { status: 200, json: { backend: instanceOf(requireInstance(pictor, name)), file } };
    },
    deleteBackend: async ({ params: { name } }) => {
      const { origin } = requireInstance(pictor, name);
      if (origin === "default")
        throw fault("API_STATE_CONFLICT", {
          what: `The backend ${name} is in no configuration file: Pictor offers it by itself`,
        });
      await requireIdle(deps, name);
      await pictor.saveBackend(name, undefined);
      publishBackend(deps, name, "removed");
      return { status: 200, json: {} };
    },
  };
};
