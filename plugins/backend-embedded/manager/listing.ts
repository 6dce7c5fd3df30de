// What the fake Manager says of packs: those on the disk, its list, and its table of node classes.
import { commitOf, folderOf, type Disk, type OnDisk } from "./disk.js";
import { latestOf, nameOf, type Pack } from "./options.js";

const isClone = ({ version }: OnDisk): boolean => version === "nightly" || version === "unknown";
const githubId = ({ repository = "" }: Pack): string => repository.replace(/^https?:\/\/[^/]+\//, "");

/** The reply of `/customnode/installed`: by folder. */
export const installed = (disk: Disk): Record<string, object> =>
  Object.fromEntries(
    disk.all().map((entry) => {
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

const listed = (packs: readonly Pack[]): readonly Pack[] => packs.filter((pack) => pack.listed !== false);

/** The reply of `/customnode/getlist`. */
export function nodePacks(packs: readonly Pack[], disk: Disk): object {
  const entries = listed(packs).map((pack) => {
    const { id, repository, title, author = "", description = "" } = pack;
    const found = disk.find(nameOf(pack));
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
      version: id === undefined ? "unknown" : (found?.version ?? latestOf(pack) ?? "nightly"),
      ...(latestOf(pack) === undefined ? {} : { cnr_latest: latestOf(pack) }),
      ...(found?.pack.fails === "import" ? { "import-fail": true } : {}),
    };
    return [nameOf(pack), about] as const;
  });
  return { channel: "default", node_packs: Object.fromEntries(entries) };
}

/** The reply of `/customnode/getmappings`: packs of the registry by their id, others by their address. */
export const mappings = (packs: readonly Pack[]): Record<string, unknown> =>
  Object.fromEntries(
    listed(packs).map((pack) => [
      pack.id ?? pack.repository ?? "",
      [Object.keys(pack.classes ?? {}), { title_aux: pack.title ?? nameOf(pack) }],
    ]),
  );

/** The reply of `/customnode/versions/{id}`, newest first; undefined for a pack that is not in the registry. */
export function versions(packs: readonly Pack[], id: string): readonly object[] | undefined {
  const pack = packs.find((entry) => entry.id === id);
  return pack?.versions?.toReversed().map((version) => ({
    id: `${id}-${version}`,
    node_id: id,
    version,
    deprecated: false,
    status: "NodeVersionStatusActive",
  }));
}

/** The reply of `import_fail_info`; undefined when it has loaded, or is not there. */
export function importFailure(disk: Disk, { cnr_id: id, url }: Readonly<Record<string, unknown>>) {
  const entry = disk
    .all()
    .find(({ pack }) => (id === undefined ? pack.repository === url : nameOf(pack) === id));
  if (entry === undefined || !entry.enabled || entry.pack.fails !== "import") return undefined;
  const msg = "No module named 'acme_kernels'";
  return { msg, traceback: `Traceback (most recent call last):\nModuleNotFoundError: ${msg}\n` };
}
