// Lists a server's extensions: those that its Manager has installed, with failures to load; without a Manager, the loaded
// ones.

import { asString, cutText, recordOrEmpty } from "@pictor/kernel/plugin";
import { identityOf, placesOf, withoutCredentials } from "@pictor/extensions";
import type { CallOptions, Catalog, InstalledExtension } from "@pictor/kernel/plugin";
import { installedExtensionOf, parseInstalledPacks, type ListedPack } from "../manager/installed-packs.js";
import { getJson, post } from "../manager/manager-requests.js";
import type { ManagerContext } from "../manager/pack-index.js";

/** An entry of the Manager's list, and the extension that it describes. */
export interface ListedExtension {
  readonly pack: ListedPack;
  readonly extension: InstalledExtension;
}

/** The packs that are on the server's disk now. */
export async function readInstalledPacks(
  { server, manager }: ManagerContext,
  options: CallOptions,
): Promise<readonly ListedPack[]> {
  return parseInstalledPacks(await getJson(server, `${manager.prefix}/customnode/installed`, {}, options));
}

/** The loaded extensions, for a server without a Manager: disabled ones and those that failed to load have no classes. */
export const loadedExtensionsOf = (catalog: Catalog): readonly InstalledExtension[] =>
  [...placesOf(catalog)].map((folder) => ({
    id: identityOf(folder) ?? folder,
    place: folder,
    origin: "unknown",
    repositories: [],
    enabled: true,
    loaded: true,
  }));

/** Sends one more request for each pack without classes in the catalog: the pack may define none, or have failed to load. */
export async function listWithManager(
  context: ManagerContext,
  options: CallOptions,
): Promise<readonly ListedExtension[]> {
  const { server, manager } = context;
  const path = `${manager.prefix}/customnode/installed`;
  const [packs, importedReply, catalog] = await Promise.all([
    readInstalledPacks(context, options),
    getJson(server, path, { mode: "imported" }, options),
    context.catalog(options),
  ]);
  const imported = importedReply === undefined ? packs : parseInstalledPacks(importedReply);
  const loadedFolders = new Set([...placesOf(catalog)].map((folder) => folder.toLowerCase()));
  return Promise.all(
    packs.map(async (pack): Promise<ListedExtension> => {
      const { registryId, repository: cloned } = pack;
      const repository =
        cloned !== undefined || registryId === undefined
          ? undefined
          : await context.repositoryOf(registryId, options);
      const state = await readLoadState(context, pack, imported, loadedFolders, options);
      return { pack, extension: installedExtensionOf(pack, { repository, ...state }) };
    }),
  );
}

interface LoadState {
  readonly loaded: boolean;
  readonly failure?: string | undefined;
}

/** `imported` lists the packs as they were when the server started. */
async function readLoadState(
  { server, manager }: ManagerContext,
  pack: ListedPack,
  imported: readonly ListedPack[],
  loadedFolders: ReadonlySet<string>,
  options: CallOptions,
): Promise<LoadState> {
  const atStart = imported.find(({ folder }) => folder === pack.folder);
  const wasInstalled = atStart?.enabled === true && atStart.version === pack.version;
  if (!pack.enabled || !wasInstalled) return { loaded: false };
  if (loadedFolders.has(pack.folder.toLowerCase())) return { loaded: true };
  const subject = pack.kind === "unknown" ? { url: pack.repository ?? "" } : { cnr_id: pack.name };
  const reply = await post(server, `${manager.prefix}/customnode/import_fail_info`, subject, options);
  const { msg, traceback } = recordOrEmpty(reply?.body);
  if (reply?.status !== 200 || (asString(msg) ?? asString(traceback)) === undefined) return { loaded: true };
  return { loaded: false, failure: lastLineOf(asString(msg) ?? "") ?? lastLineOf(asString(traceback) ?? "") };
}

const maxLineLength = 300;

/** The last non-empty line of a string, without control characters and credentials. */
export function lastLineOf(text: string): string | undefined {
  const last = text
    .split(/[\r\n]+/)
    .map((line) => withoutCredentials(line.replace(/\p{Cc}/gu, " ")).trim())
    .filter((line) => line !== "")
    .at(-1);
  return last === undefined ? undefined : cutText(last, maxLineLength);
}
