// Routes: the settings of backend instances. A change is written to a configuration file and takes effect at once.

import { isEnded, type BackendInfo, type BackendTest } from "@pictor/client";
import { errorToJson } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { PictorError, type BackendSettings } from "@pictor/kernel";
import { defaultName, instanceOf, publishBackend, requireInstance } from "@pictor/features/backends";
import { fault } from "../contract/faults.js";
import type { RouteDependencies } from "./dependencies.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";

/**
 * Throws while an operation, or a job of this server, runs on the instance, because closing the instance would end it.
 */
async function requireIdle({ pictor, operations, jobs }: RouteDependencies, name: string): Promise<void> {
  operations.requireFree({ kind: "backend", name });
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

/** Milliseconds after which a backend counts as unresponsive. */
const testLimitMs = 10_000;

/** Whether a backend answers with these settings. */
async function testOf(
  settings: BackendSettings,
  signal: AbortSignal,
  { pictor, clock }: Pick<RouteDependencies, "pictor" | "clock">,
): Promise<BackendTest> {
  const late = new AbortController();
  const stopTimer = clock.after(testLimitMs, () =>
    late.abort(fault("API_STATE_CONFLICT", { what: "The server did not answer within 10 seconds" })),
  );
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

const isKnown = ({ pictor }: RouteDependencies, name: string): boolean =>
  pictor.backends().some((one) => one.name === name);

export const backendSettingsRoutes = {
  readBackendSettings: route("GET /v1/backends/{name}/settings", {
    scope: "admin",
    group: "backends",
    summary: "The settings of a backend, as they are written",
    replies: ok("BackendSettings", "The settings"),
  }).handle(({ params: { name } }, { pictor }) => {
    requireInstance(pictor, name);
    return { ...pictor.backendSettings(name) };
  }),
  testBackend: route("POST /v1/backends/test", {
    scope: "admin",
    group: "backends",
    summary: "Whether a backend answers with settings that are not saved; secrets may be texts",
    body: "BackendSettings",
    replies: ok("BackendTest", "What the backend answers; a backend that does not answer is a result, too"),
  }).handle(async ({ body, signal }, deps) => await testOf(body as BackendSettings, signal, deps)),
  chooseBackend: route("PUT /v1/backends/{name}/default", {
    scope: "admin",
    group: "backends",
    summary: "Choose the backend that is used when none is named",
    body: "Nothing",
    replies: ok("ChosenBackend", "The file that was written"),
  }).handle(async ({ params: { name } }, deps) => {
    const { pictor } = deps;
    requireInstance(pictor, name);
    const file = await pictor.chooseBackend(name);
    publishBackend(deps, name, "saved");
    return { file };
  }),
  saveBackend: route("PUT /v1/backends/{name}", {
    scope: "admin",
    group: "backends",
    summary:
      "Create an instance, or replace its settings; an open one is closed first. A backend that does not answer does not become the default by itself",
    body: "BackendSettings",
    replies: ok("SavedBackend", "The instance, and the file that was written"),
  }).handle(async ({ params: { name }, body, signal }, deps) => {
    const { pictor } = deps;
    if (isKnown(deps, name)) await requireIdle(deps, name);
    const earlier = isKnown(deps, name) ? undefined : await defaultName(pictor);
    const file = await pictor.saveBackend(name, body as BackendSettings);
    if (earlier !== undefined && (await defaultName(pictor)) === name) {
      const { backend } = await pictor.openBackend(name).catch(() => ({ backend: undefined }));
      // A server that Pictor starts itself need not be running yet.
      const isOurs = backend?.facets.lifecycle?.start !== undefined;
      const isGood =
        isOurs ||
        (await testOf(body as BackendSettings, signal, deps).then(
          ({ isReachable }) => isReachable,
          // If the client does not wait for the answer, the test of a backend that may not answer ends too.
          () => false,
        ));
      if (!isGood) await pictor.chooseBackend(earlier);
    }
    publishBackend(deps, name, "saved");
    return { backend: instanceOf(requireInstance(pictor, name)), file };
  }),
  deleteBackend: route("DELETE /v1/backends/{name}", {
    scope: "admin",
    group: "backends",
    summary: "Remove an instance from the configuration; its files stay",
    replies: ok("Nothing", "The instance is removed"),
  }).handle(async ({ params: { name } }, deps) => {
    const { pictor } = deps;
    const { origin } = requireInstance(pictor, name);
    if (origin === "default")
      throw fault("API_STATE_CONFLICT", {
        what: `The backend ${name} is in no configuration file, because Pictor itself provides it`,
      });
    await requireIdle(deps, name);
    await pictor.saveBackend(name, undefined);
    publishBackend(deps, name, "removed");
    return {};
  }),
} as const;
