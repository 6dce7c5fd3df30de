// Builds replies about node packs: the installed ones, the Manager's list, and its table of node classes.
import { commitOf, folderOf, type CustomNodesFolder, type InstalledPack } from "./custom-nodes-folder.js";
import { latestVersion, nameOf, type NodePack } from "./options.js";

const isClone = ({ version }: InstalledPack): boolean => version === "nightly" || version === "unknown";
const githubId = ({ repository = "" }: NodePack): string => repository.replace(/^https?:\/\/[^/]+\//, "");

/** The reply of `/customnode/installed`, by folder name. */
export const installedPacks = (folder: CustomNodesFolder): Record<string, object> =>
  Object.fromEntries(
    folder.all().map((entry) => {
      const { pack, version, enabled } = entry;
      const about = isClone(entry)
        ? {
            ver: commitOf(pack),
            cnr_id: version === "nightly" ? (pack.id ?? "") : "",
            aux_id: githubId(pack),
          }
        : { ver: version, cnr_id: pack.id ?? "", aux_id: null };
      return [folderOf(entry), { ...about, enabled }];
    }),
  );

const listed = (packs: readonly NodePack[]): readonly NodePack[] =>
  packs.filter((pack) => pack.listed !== false);

/** The reply of `/customnode/getlist`. */
export function listedPacks(packs: readonly NodePack[], folder: CustomNodesFolder): object {
  const entries = listed(packs).map((pack) => {
    const { id, repository, title, author = "", description = "" } = pack;
    const found = folder.find(nameOf(pack));
    const state = found === undefined ? "not-installed" : found.enabled ? "enabled" : "disabled";
    const about = {
      ...(id === undefined ? {} : { id }),
      title: title ?? nameOf(pack),
      author,
      description,
      reference: repository ?? `https://registry.comfy.org/nodes/${id ?? ""}`,
      repository: repository ?? "",
      ...(repository === undefined ? {} : { files: [repository] }),
      install_type: repository === undefined ? "cnr" : "git-clone",
      state,
      version: id === undefined ? "unknown" : (found?.version ?? latestVersion(pack) ?? "nightly"),
      ...(latestVersion(pack) === undefined ? {} : { cnr_latest: latestVersion(pack) }),
      ...(found?.pack.fails === "import" ? { "import-fail": true } : {}),
    };
    return [nameOf(pack), about] as const;
  });
  return { channel: "default", node_packs: Object.fromEntries(entries) };
}

/** The reply of `/customnode/getmappings`, by registry id or else by repository URL. */
export const classMappings = (packs: readonly NodePack[]): Record<string, unknown> =>
  Object.fromEntries(
    listed(packs).map((pack) => [
      pack.id ?? pack.repository ?? "",
      [Object.keys(pack.classes ?? {}), { title_aux: pack.title ?? nameOf(pack) }],
    ]),
  );

/** The reply of `/customnode/versions/{id}`, newest first; undefined for an id that is not in the registry. */
export function packVersions(packs: readonly NodePack[], id: string): readonly object[] | undefined {
  const pack = packs.find((entry) => entry.id === id);
  return pack?.versions
    ?.toReversed()
    .map((version) => ({
      id: `${id}-${version}`,
      node_id: id,
      version,
      deprecated: false,
      status: "NodeVersionStatusActive",
    }));
}

/** The reply of `/customnode/import_fail_info`; undefined for a node pack that was imported or is not installed. */
export function importFailure(
  folder: CustomNodesFolder,
  { cnr_id: id, url }: Readonly<Record<string, unknown>>,
) {
  const entry = folder
    .all()
    .find(({ pack }) => (id === undefined ? pack.repository === url : nameOf(pack) === id));
  if (entry === undefined || !entry.enabled || entry.pack.fails !== "import") return undefined;
  const msg = "No module named 'acme_kernels'";
  return { msg, traceback: `Traceback (most recent call last):\nModuleNotFoundError: ${msg}\n` };
}
