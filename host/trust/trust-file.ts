// trust.json in the user's data folder: which project folders the user trusts, and for which powers, and which
// certificates of servers.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder, fault, isRecord, isString, reasonOf, systemCode, thisMachine } from "@pictor/kernel";

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
  join(dataFolder(thisMachine(env)), "trust.json");

function recordOf(value: unknown): TrustRecord | undefined {
  if (!isRecord(value) || !Array.isArray(value["powers"]) || !value["powers"].every(isString))
    return undefined;
  return {
    ...value,
    mode: value["mode"] === "later-changes" ? "later-changes" : "snapshot",
    powers: value["powers"],
  };
}

/** The record of the certificate that the user trusts for an origin. */
interface CertificateRecord {
  /** SHA-256, as pairs of upper-case digits with colons. */
  readonly fingerprint: string;
}

/** The records by origin. */
type CertificateRecords = Readonly<Record<string, CertificateRecord>>;

/** Everything that the user trusts. */
interface Trusted {
  readonly folders: TrustRecords;
  readonly certificates: CertificateRecords;
}

const certificateOf = (value: unknown): CertificateRecord | undefined =>
  isRecord(value) && typeof value["fingerprint"] === "string"
    ? { ...value, fingerprint: value["fingerprint"] }
    : undefined;

/** Throws for a value of another form: the next change of the file would lose it. */
function recordIn(value: unknown = {}): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new Error("it has another form");
  return value;
}

/** The members of a section. Throws for a member of another form. */
const membersOf = <T>(
  section: unknown,
  read: (member: unknown) => T | undefined,
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(recordIn(section)).map(([name, member]) => {
      const found = read(member);
      if (found === undefined) throw new Error(`its record of ${name} has another form`);
      return [name, found];
    }),
  );

/** Reads the file; a missing file has nothing. Throws `TRUST_FILE_BROKEN`. */
async function readFileOfTrust(file: string): Promise<Trusted> {
  try {
    const content = recordIn(JSON.parse(await readFile(file, "utf8")));
    const { folders, certificates } = content;
    // Members of a later version are kept.
    return {
      ...content,
      folders: membersOf(folders, recordOf),
      certificates: membersOf(certificates, certificateOf),
    };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { folders: {}, certificates: {} };
    throw fault("TRUST_FILE_BROKEN", { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** Reads the records of folders. Throws `TRUST_FILE_BROKEN`. */
export const readTrust = async (file: string): Promise<TrustRecords> => (await readFileOfTrust(file)).folders;

/** Reads the certificates. Throws `TRUST_FILE_BROKEN`. */
export const readTrustedCertificates = async (file: string): Promise<CertificateRecords> =>
  (await readFileOfTrust(file)).certificates;

/**
 * Changes one entry of a section, unless `edit` returns the same one; undefined removes it. Throws `TRUST_FILE_BROKEN`
 * or `FILE_NOT_WRITABLE`.
 */
async function change<Section extends keyof Trusted>(
  file: string,
  section: Section,
  name: string,
  edit: (before: Trusted[Section][string] | undefined) => Trusted[Section][string] | undefined,
): Promise<void> {
  // The services are imported here, because most commands trust nothing and need none.
  const { withFileLock } = await import("@pictor/services");
  await withFileLock(file, async (lock) => {
    const trusted = await readFileOfTrust(file);
    const { [name]: before, ...others } = trusted[section] as Readonly<
      Record<string, Trusted[Section][string]>
    >;
    const after = edit(before);
    if (after === before) return;
    const entries = after === undefined ? others : { ...others, [name]: after };
    const content = { version: 1, ...trusted, [section]: entries };
    await lock.replace(file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
  });
}

/** Changes the record of a folder; undefined removes it. Throws `TRUST_FILE_BROKEN` or `FILE_NOT_WRITABLE`. */
export const writeTrust = (
  file: string,
  folder: string,
  edit: (record: TrustRecord | undefined) => TrustRecord | undefined,
): Promise<void> => change(file, "folders", folder, edit);

/** Trusts a certificate for an origin; undefined: none. Throws `TRUST_FILE_BROKEN` or `FILE_NOT_WRITABLE`. */
export const writeTrustedCertificate = (
  file: string,
  origin: string,
  certificate: CertificateRecord | undefined,
): Promise<void> => change(file, "certificates", origin, () => certificate);
