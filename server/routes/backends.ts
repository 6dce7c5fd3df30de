// Routes: backend instances and their catalogs.

import { errorToJson, plainRecord, PictorError, type BackendInstance } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

const instanceOf = ({ name, kind, auth, origin }: BackendInstance) => ({
  name,
  kind,
  origin,
  ...(auth !== undefined && { auth }),
});

export const backendHandlers = ({
  pictor,
}: RouteDependencies): Handlers<"listBackends" | "readBackend" | "readNodeClass"> => ({
  listBackends: () => ({ status: 200, json: { backends: pictor.backends().map(instanceOf) } }),
  readBackend: async ({ params: { name }, signal }) => {
    const instance = pictor.backends().find((one) => one.name === name);
    if (instance === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "backend", id: name, list: "/v1/backends" });
    const view = instanceOf(instance);
    try {
      const { backend } = await pictor.openBackend(name);
      const info = await backend.info({ signal });
      const shown = plainRecord({ ...info }, pictor.redact) as Record<string, unknown>;
      return { status: 200, json: { ...view, isReachable: true, facets: [...info.facets], info: shown } };
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      return {
        status: 200,
        json: { ...view, isReachable: false, facets: [], error: errorToJson(error, pictor.redact) },
      };
    }
  },
  readNodeClass: async ({ params, signal }) => {
    const { backend } = await pictor.openBackend(params.name);
    const found = (await backend.catalog({ classes: [params.class], signal })).get(params.class);
    const list = `/v1/backends/${params.name}/catalog`;
    if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "node class", id: params.class, list });
    return { status: 200, json: plainRecord(found, pictor.redact) as Record<string, unknown> };
  },
});
