// trust.json in the user's data folder: which project folders the user trusts, and for which powers.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder, fault, homeFolder, isRecord, reasonOf, systemCode } from "@pictor/kernel";

/**
 * How a folder is trusted: with exactly the powers that the user saw (`snapshot`), or also with later ones, except
 * those that the user must have seen (`later-changes`).
 */
export type TrustMode = "snapshot" | "later-changes";

/** The record of one trusted folder. */
export interface TrustRecord {
  readonly mode: TrustMode;
  /** Digests of the powers that the user has seen and accepted. */
  readonly powers: readonly string[];
}

/** The records by the real path of their folder. */
export type TrustRecords = Readonly<Record<string, TrustRecord>>;

/** Absolute path of the file. */
export const trustFile = (env: Readonly<Record<string, string | undefined>>): string =>
  join(dataFolder({ env, platform: process.platform, home: homeFolder() }), "trust.json");

function recordOf(value: unknown): TrustRecord | undefined {
  if (!isRecord(value) || !Array.isArray(value["powers"])) return undefined;
  const powers = value["powers"].filter((power) => typeof power === "string");
  return { mode: value["mode"] === "later-changes" ? "later-changes" : "snapshot", powers };
}

/** Reads the records; a missing file has none. Throws `TRUST_FILE_BROKEN`. */
export async function readTrust(file: string): Promise<TrustRecords> {
  try {
    const content: unknown = JSON.parse(await readFile(file, "utf8"));
    const folders = isRecord(content) && isRecord(content["folders"]) ? content["folders"] : {};
    return Object.fromEntries(
      Object.entries(folders).flatMap(([folder, value]) => {
        const record = recordOf(value);
        return record === undefined ? [] : [[folder, record]];
      }),
    );
  } catch (error) {
    if (systemCode(error) === "ENOENT") return {};
    throw fault("TRUST_FILE_BROKEN", { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** Changes the record of a folder; undefined removes it. Throws `TRUST_FILE_BROKEN` or `FILE_NOT_WRITABLE`. */
export async function writeTrust(
  file: string,
  folder: string,
  change: (record: TrustRecord | undefined) => TrustRecord | undefined,
): Promise<void> {
  // The services are imported here, because most commands trust nothing and need none.
  const { withFileLock } = await import("@pictor/services");
  await withFileLock(file, async (lock) => {
    const { [folder]: before, ...others } = await readTrust(file);
    const after = change(before);
    const folders = after === undefined ? others : { ...others, [folder]: after };
    await lock.replace(file, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`, 0o600);
  });
}
