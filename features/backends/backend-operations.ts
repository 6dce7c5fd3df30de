// The operations on backends as they are now.

import type { BackendEvent, BackendInfo } from "@pictor/client";
import { errorToJson, type Pictor } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { PictorError } from "@pictor/kernel";
import { ok, operation } from "../base/index.js";
import { defaultName, instanceOf, requireInstance } from "./instances.js";

export interface BackendContext {
  readonly pictor: Pick<Pictor, "backends" | "contributions" | "openBackend" | "redact">;
  readonly log: { publish(event: BackendEvent): unknown };
}
type Reading = Pick<BackendContext, "pictor">;

export const backendOperations = {
  listBackendKinds: operation("GET /v1/backend-kinds", {
    scope: "read",
    group: "describe",
    summary: "The kinds of backends with their settings",
    replies: ok("BackendKindList", "The kinds"),
  }).handle((_call, { pictor }: Reading) => ({
    backendKinds: pictor
      .contributions("backends")
      .map(({ id, title, plugin, settings }) => ({ id, title, plugin, settings: { ...settings } })),
  })),
  listBackends: operation("GET /v1/backends", {
    scope: "read",
    group: "backends",
    summary: "The backend instances",
    replies: ok("BackendList", "The instances"),
  }).handle(async (_call, { pictor }: Reading) => {
    const used = await defaultName(pictor);
    const backends = pictor.backends().map(instanceOf);
    return { backends, ...(used !== undefined && { default: used }) };
  }),
  readBackend: operation("GET /v1/backends/{name}", {
    scope: "read",
    group: "backends",
    summary: "An instance, as it answers now",
    replies: ok("BackendState", "The state of the instance; a backend that does not answer is a state, too"),
  }).handle(async ({ params: { name }, signal }, { pictor }: Reading) => {
    const view = instanceOf(requireInstance(pictor, name));
    try {
      const { backend } = await pictor.openBackend(name);
      const info = await backend.info({ signal, isFresh: true });
      const shown = plainRecord({ ...info }, pictor.redact) as BackendInfo;
      return { ...view, isReachable: true, facets: [...info.facets], info: shown };
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      return { ...view, isReachable: false, facets: [], error: errorToJson(error, pictor.redact) };
    }
  }),
} as const;
