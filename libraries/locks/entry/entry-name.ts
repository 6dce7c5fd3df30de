// The name of the one entry in the folder of a lock. It says all that others need to know of the holder, so that it
// changes at once.

/** The process that has a lock. */
export interface Holder {
  readonly pid: number;
  /** Name of its machine. */
  readonly host: string;
}

/** A process, so far as it can be told apart from others. */
export interface ProcessIdentity extends Holder {
  /** Start time of the process, which tells it from a later one with the same pid. Empty: unknown. */
  readonly start: string;
  /** What the pid belongs to: one boot of a machine, and there one space of pids. Empty: unknown. */
  readonly machine: string;
}

/** One holder of a lock. */
export interface Owner extends ProcessIdentity {
  /** Random, of this acquisition alone. */
  readonly id: string;
}

export interface Entry extends Owner {
  /** Number of renewals. */
  readonly generation: number;
}

const pattern =
  /^(?<pid>\d{1,10})\.(?<start>\d*)\.(?<machine>[0-9a-f]*)\.(?<id>[0-9a-f]+)\.(?<generation>\d{1,15})@(?<host>.*)$/;

/** A host's name without characters that a file system could refuse, at most 64 characters long. */
const hostName = (host: string): string => host.replace(/[^A-Za-z0-9.-]/g, "_").slice(0, 64);

export const formatEntry = (owner: Owner, generation: number): string =>
  `${owner.pid}.${owner.start}.${owner.machine}.${owner.id}.${generation}@${hostName(owner.host)}`;

/** Undefined for a name that no holder has written, such as one of a file manager, and without a name. */
export function parseEntry(name: string | undefined): Entry | undefined {
  const found = pattern.exec(name ?? "")?.groups;
  if (found === undefined) return undefined;
  const { pid = "", start = "", machine = "", id = "", generation = "", host = "" } = found;
  return { pid: Number(pid), start, machine, id, generation: Number(generation), host };
}
