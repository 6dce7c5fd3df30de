// The faults that a proxy has still to make, with `times` counted down.

import type { CaseFault, FaultKind } from "./case.js";

export type FaultOfKind<Kind extends FaultKind> = Extract<CaseFault, { readonly kind: Kind }>;

export interface ActiveFaults {
  set(faults: readonly CaseFault[]): void;
  /** The first fault of a kind that can still happen. */
  find<Kind extends FaultKind>(
    kind: Kind,
    fits?: (fault: FaultOfKind<Kind>) => boolean,
  ): FaultOfKind<Kind> | undefined;
  /** The same, counted as having happened. */
  strike<Kind extends FaultKind>(
    kind: Kind,
    fits?: (fault: FaultOfKind<Kind>) => boolean,
  ): FaultOfKind<Kind> | undefined;
}

export function createActiveFaults(): ActiveFaults {
  let entries: { readonly fault: CaseFault; left: number }[] = [];
  const entryOf = <Kind extends FaultKind>(kind: Kind, fits: (fault: FaultOfKind<Kind>) => boolean) =>
    entries.find(({ fault, left }) => fault.kind === kind && left > 0 && fits(fault as FaultOfKind<Kind>)) as
      { readonly fault: FaultOfKind<Kind>; left: number } | undefined;
  return {
    set(faults) {
      entries = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
    },
    find: (kind, fits = () => true) => entryOf(kind, fits)?.fault,
    strike(kind, fits = () => true) {
      const entry = entryOf(kind, fits);
      if (entry !== undefined) entry.left--;
      return entry?.fault;
    },
  };
}
