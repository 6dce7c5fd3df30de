// The faults that a server can simulate, with the members that `descriptions.ts` gives them.
import type { faultDescriptions, FaultDescription, MemberType } from "./descriptions.js";

type ValueOf<Type extends MemberType> = Type extends "string"
  ? string
  : Type extends "boolean"
    ? boolean
    : number;

/** The members as a record; those whose name ends with `?` are optional. */
type MembersOf<Members extends FaultDescription["members"]> = {
  readonly [Name in keyof Members as Name extends `${string}?` ? never : Name]: ValueOf<Members[Name]>;
} & {
  readonly [Name in keyof Members as Name extends `${infer Plain}?` ? Plain : never]?: ValueOf<Members[Name]>;
};

type Faults = {
  readonly [Kind in keyof typeof faultDescriptions]: MembersOf<
    (typeof faultDescriptions)[Kind]["members"]
  > & {
    readonly kind: Kind;
    /** How many times the fault happens; without it, every time. */
    readonly times?: number;
  };
};

export type FaultKind = keyof Faults;
export type FaultOf<Kind extends FaultKind> = Faults[Kind];
export type Fault = Faults[FaultKind];

/** Changes the faults of a running server. */
export interface FaultControl {
  /** Replaces all faults. Throws an `InvalidFaultsError` for invalid ones, and then changes nothing. */
  set(faults: readonly Fault[]): void;
  clear(): void;
  /** The faults that can still happen, with `times` counted down. */
  list(): readonly Fault[];
}
