// The ports of their own that `serve` opens: for the ComfyUI of a backend, and for the APIs of plugins.

import type { Pictor } from "@pictor/host";
import { fault, knownNames } from "@pictor/kernel";
import type { DedicatedPort } from "@pictor/server";
import type { ServeApiPlan } from "./serve-plan.js";

type OwnPorts = Pick<ServeApiPlan, "comfy" | "apis">;

/** The ports in the order of the plan: those of backends first. Throws `API_UNKNOWN`. */
export function ownPortsOf(
  pictor: Pick<Pictor, "contributions">,
  { comfy, apis }: OwnPorts,
): readonly DedicatedPort[] {
  const known = pictor.contributions("apis");
  const ids = known.map(({ id }) => id);
  const pathOf = (api: string): string => {
    const found = known.find(({ id }) => id === api);
    if (found !== undefined) return found.prefix;
    throw fault("API_UNKNOWN", { api, ...knownNames(api, ids) });
  };
  return [
    ...comfy.map(({ port, backend }) => ({ port, path: `/comfy/${encodeURIComponent(backend)}` })),
    ...apis.map(({ port, api }) => ({ port, path: pathOf(api) })),
  ];
}
