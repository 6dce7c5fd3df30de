// Opens a backend instance with the facet that a command needs; the error for an unknown name explains how to create an
// instance.

import type { Pictor } from "@pictor/host";
import { changedError, PictorError } from "@pictor/kernel";
import { withFacet, type MissingFacet, type FacetName, type OpenedInstance } from "@pictor/features/backends";
import { isInstanceName } from "@pictor/services";
import type { CommandHost } from "../session/command-host.js";
import { shellWord } from "../text/shell-word.js";

/** Opens the instance, or the default one. For an unknown name the hint of the error says how to install one. */
export async function openBackendOrExplain(
  kernel: Pictor,
  name: string | undefined,
): ReturnType<Pictor["openBackend"]> {
  try {
    return await kernel.openBackend(name);
  } catch (error) {
    const isUnknown = error instanceof PictorError && error.code === "BACKEND_UNKNOWN";
    if (!isUnknown || name === undefined || !isInstanceName(name)) throw error;
    const command = `\`pictor backend install ${shellWord(name)}\` creates the backend.`;
    throw changedError(error, { hint: `${error.hint} ${command}`, cause: error });
  }
}

/** Opens the instance, or the default one. Throws `BACKEND_CANNOT` or `BACKEND_COMFYUI_FOREIGN` if it lacks the facet. */
export async function openWithFacet<Facet extends FacetName>(
  { kernel }: Pick<CommandHost, "kernel">,
  name: string | undefined,
  facet: Facet,
  absence?: MissingFacet,
): Promise<OpenedInstance<Facet>> {
  return withFacet(await openBackendOrExplain(kernel, name), facet, absence);
}
