// The Manager's list of what lies in `custom_nodes`, as it sends it, and as records: pure.

import { commitOf, identityOf, versionOf } from "@pictor/extensions";
import type { InstalledExtension } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "../fields.js";

/** One line of the list: what tasks about it need. */
export interface Listed {
  /** Below `custom_nodes`, without what marks it as disabled. */
  readonly place: string;
  /** What tasks call it: its registry id, else the name of its repository, else its folder. */
  readonly name: string;
  readonly registryId: string | undefined;
  /** `https://github.com/owner/name`, of a clone. */
  readonly repository: string | undefined;
  /** `registry`: an archive of the registry. `nightly`: a clone of a registered repository. `unknown`: any other. */
  readonly kind: "registry" | "nightly" | "unknown";
  /** A version, or the commit of a clone. */
  readonly version: string;
  readonly enabled: boolean;
}

const nonEmpty = (value: unknown): string | undefined => (textOf(value) === "" ? undefined : textOf(value));

/** `<id>@1_2_0` in the folder of disabled ones, and `<folder>.disabled` as older ones have it. */
const placeOf = (folder: string): string => folder.replace(/\.disabled$/, "").replace(/(?<=.)@[^@]*$/, "");

/**
 * Reads a reply of `customnode/installed`. Older versions that the Manager keeps beside one that is enabled are left out;
 * so is what is no entry.
 */
export function listedIn(reply: unknown): readonly Listed[] {
  const all = Object.entries(fieldsOf(reply)).flatMap(([folder, entry]) =>
    listedFrom(folder, fieldsOf(entry)),
  );
  const enabled = new Set(all.filter((entry) => entry.enabled).map(({ name }) => name.toLowerCase()));
  return all.filter((entry) => entry.enabled || !enabled.has(entry.name.toLowerCase()));
}

function listedFrom(folder: string, entry: Readonly<Record<string, unknown>>): readonly Listed[] {
  // A hash comes with a line end from some versions of the Manager.
  const version = textOf(entry["ver"])?.trim();
  if (version === undefined) return [];
  const registryId = nonEmpty(entry["cnr_id"]);
  const clone = nonEmpty(entry["aux_id"]);
  const place = placeOf(folder);
  // Of a repository elsewhere than on GitHub the Manager tells the last part of the address only.
  const repository = clone?.includes("/") === true ? `https://github.com/${clone}` : undefined;
  const kind = clone === undefined ? "registry" : registryId === undefined ? "unknown" : "nightly";
  const name =
    registryId ??
    clone
      ?.split("/")
      .at(-1)
      ?.replace(/\.git$/, "") ??
    place;
  return [{ place, name, registryId, repository, kind, version, enabled: entry["enabled"] !== false }];
}

/** What is known beside the Manager's line. */
export interface Beside {
  /** Of its registry id. */
  readonly repository?: string | undefined;
  readonly loaded: boolean | undefined;
  readonly failure?: string | undefined;
}

export function extensionOf(listed: Listed, { repository, loaded, failure }: Beside): InstalledExtension {
  const { place, name, registryId, kind, enabled } = listed;
  const repositories = [...new Set([listed.repository, repository].filter((found) => found !== undefined))];
  const [first] = repositories;
  const version = kind === "registry" ? versionOf(listed.version) : undefined;
  const commit = kind === "registry" ? undefined : commitOf(listed.version);
  return {
    id: (first === undefined ? undefined : identityOf(first)) ?? identityOf(registryId ?? name) ?? place,
    place,
    origin: kind === "registry" ? "registry" : "git",
    ...(registryId === undefined ? {} : { registryId }),
    repositories,
    ...(version === undefined ? {} : { version, versionFrom: "manager" }),
    ...(commit === undefined ? {} : { commit }),
    enabled,
    ...(loaded === undefined ? {} : { loaded }),
    ...(failure === undefined ? {} : { failure }),
  };
}
