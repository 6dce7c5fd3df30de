// For plugin authors: finds names in `supports` of a backend kind that no workflow and no feature has. Such a name has no effect.

import { fault, findPlugins, isRecord, knownNames, rawContributions } from "@pictor/kernel";
import type { Manifest, PictorError, PluginSource } from "@pictor/kernel";

/** The names of the settings of a workflow that may not be valid. */
const settingsIn = (entry: Readonly<Record<string, unknown>>): readonly string[] => {
  const params = entry["params"];
  return isRecord(params) && isRecord(params["properties"]) ? Object.keys(params["properties"]) : [];
};

/**
 * Problems with code MANIFEST_NAME_UNKNOWN: workflows and features that neither the plugin nor the plugins in `beside`
 * contribute, and settings that none of the supported workflows has.
 */
export async function findUnknownSupports(
  manifest: Manifest,
  file: string,
  beside: readonly PluginSource[],
): Promise<readonly PictorError[]> {
  const kinds = manifest.contributes?.backends ?? [];
  if (!kinds.some(({ supports }) => supports !== undefined)) return [];
  const { plugins } = await findPlugins(beside, {});
  const manifests = [manifest, ...plugins.map(({ candidate }) => candidate.manifest)];
  const workflows = manifests.flatMap((one) => rawContributions(one, "workflows"));
  const features = manifests.flatMap((one) => rawContributions(one, "features"));
  const ids = (entries: readonly { readonly id: string }[]): readonly string[] => [
    ...new Set(entries.map(({ id }) => id)),
  ];
  return kinds.flatMap(({ supports }, index) => {
    const supported = workflows.filter(({ id }) => supports?.workflows.includes(id) === true);
    const known = {
      workflows: ["workflow", ids(workflows)],
      features: ["feature", ids(features)],
      settings: ["setting", [...new Set(supported.flatMap(settingsIn))]],
    } as const;
    return (Object.keys(known) as (keyof typeof known)[]).flatMap((key) => {
      const [kind, names] = known[key];
      // Where no supported workflow is known, nothing can be said about its settings.
      if (key === "settings" && supported.length === 0) return [];
      return (supports?.[key] ?? []).flatMap((name, place) => {
        if (names.includes(name)) return [];
        const pointer = `#/contributes/backends/${index}/supports/${key}/${place}`;
        return [fault("MANIFEST_NAME_UNKNOWN", { file, pointer, kind, name, ...knownNames(name, names) })];
      });
    });
  });
}
