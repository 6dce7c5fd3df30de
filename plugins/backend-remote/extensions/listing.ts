// What a server with a Manager has: its list, what of it was there when the server started, and what did not load.

import type { CallOptions, Catalog, InstalledExtension } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "../fields.js";
import type { Peer } from "../http.js";
import { extensionOf, listedIn } from "./installed.js";
import type { Listed } from "./installed.js";
import { placesIn } from "./modules.js";
import type { Manager } from "./probe.js";
import { getJson, post } from "./wire.js";

export interface Lister {
  readonly peer: Peer;
  readonly manager: Manager;
  catalog(options: CallOptions): Promise<Catalog>;
  repositoryOf(registryId: string, options: CallOptions): Promise<string | undefined>;
}

/** One line of the Manager, and the record of it. */
export interface Found {
  readonly listed: Listed;
  readonly extension: InstalledExtension;
}

/** The lines alone: what is on the disk now. */
export async function readListed(
  { peer, manager }: Pick<Lister, "peer" | "manager">,
  options: CallOptions,
): Promise<readonly Listed[]> {
  return listedIn(await getJson(peer, `${manager.prefix}/customnode/installed`, {}, options));
}

/** Asks once more for each of those whose classes are missing: they may have none, or have failed. */
export async function listWithManager(lister: Lister, options: CallOptions): Promise<readonly Found[]> {
  const { peer, manager } = lister;
  const path = `${manager.prefix}/customnode/installed`;
  const [listed, atStart, catalog] = await Promise.all([
    readListed(lister, options),
    getJson(peer, path, { mode: "imported" }, options),
    lister.catalog(options),
  ]);
  const imported = atStart === undefined ? listed : listedIn(atStart);
  const withClasses = new Set([...placesIn(catalog)].map((place) => place.toLowerCase()));
  return Promise.all(
    listed.map(async (entry): Promise<Found> => {
      const { registryId, repository: own } = entry;
      const repository =
        own !== undefined || registryId === undefined
          ? undefined
          : await lister.repositoryOf(registryId, options);
      const state = await stateOf(lister, entry, imported, withClasses, options);
      return { listed: entry, extension: extensionOf(entry, { repository, ...state }) };
    }),
  );
}

interface State {
  readonly loaded: boolean;
  readonly failure?: string | undefined;
}

async function stateOf(
  { peer, manager }: Lister,
  entry: Listed,
  imported: readonly Listed[],
  withClasses: ReadonlySet<string>,
  options: CallOptions,
): Promise<State> {
  const before = imported.find(({ place }) => place === entry.place);
  const wasThere = before?.enabled === true && before.version === entry.version;
  if (!entry.enabled || !wasThere) return { loaded: false };
  if (withClasses.has(entry.place.toLowerCase())) return { loaded: true };
  const asked = entry.kind === "unknown" ? { url: entry.repository ?? "" } : { cnr_id: entry.name };
  const answer = await post(peer, `${manager.prefix}/customnode/import_fail_info`, asked, options);
  const { msg, traceback } = fieldsOf(answer?.body);
  if (answer?.status !== 200 || (textOf(msg) ?? textOf(traceback)) === undefined) return { loaded: true };
  return { loaded: false, failure: lastLine(textOf(msg) ?? "") ?? lastLine(textOf(traceback) ?? "") };
}

const maxLineLength = 300;

const userInAddress = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi;

/** The last line that says something, without control characters and credentials. */
export const lastLine = (text: string): string | undefined =>
  text
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replace(/\p{Cc}/gu, " ")
        .replace(userInAddress, "$1")
        .trim(),
    )
    .filter((line) => line !== "")
    .at(-1)
    ?.slice(0, maxLineLength);
