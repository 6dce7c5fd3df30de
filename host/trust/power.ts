// A power of a project: something in its configuration that could harm the user, in plain words.

import { digestOf, type Configuration } from "@pictor/kernel";

/** A power: something that a trusted project may do, and about which the user is asked. */
export interface Power {
  /** JSON pointer of the key in the project file. */
  readonly pointer: string;
  /**
   * What the configuration key allows, as a phrase that begins with a verb, such as `runs the plugin code in
   * /home/me/plugins`.
   */
  readonly text: string;
  /**
   * Whether the user must have seen exactly this power, so that trust in later changes of the folder does not include
   * it. True for everything that belongs to the user: files outside the project, profiles, secrets, replaced entries.
   */
  readonly isNamed: boolean;
  /** The section and name of the user's entry that the project replaces. */
  readonly replaces?: readonly [section: ReplaceableSection, name: string];
  /** SHA-256 of the pointer and of everything that the power depends on; computed when it is first read. */
  readonly digest: string;
}

/** The sections in which an entry of a project replaces the user's entry as a whole. */
export type ReplaceableSection = "profiles" | "backends" | "environments";

/** The data that a rule receives in addition to the value. */
export interface RuleContext {
  readonly pointer: string;
  /** The last key of the pointer, unescaped. */
  readonly name: string;
  /** The folder of the project file. */
  readonly folder: string;
  readonly layer: Configuration;
  /** The user's configuration, including the defaults. */
  readonly lower: Configuration;
}

/** The powers of a value in a project file. */
export type PowerRule = (value: unknown, context: RuleContext) => readonly Power[];

/**
 * Creates a power. `content` returns the data on which the power depends: with other data it is a different power. It
 * is called only when the digest is needed, which is not the case for trust in later changes.
 */
export function createPower(
  pointer: string,
  text: string,
  content: () => unknown,
  { isNamed = false, replaces }: Partial<Pick<Power, "isNamed" | "replaces">> = {},
): Power {
  let digest: string | undefined;
  return {
    pointer,
    text,
    isNamed,
    ...(replaces !== undefined && { replaces }),
    get digest() {
      return (digest ??= digestOf(JSON.stringify([pointer, content()])));
    },
  };
}

/** The layer that defines the entry with this name. */
export function ownerOf(
  section: ReplaceableSection,
  name: unknown,
  { layer, lower }: Pick<RuleContext, "layer" | "lower">,
): "project" | "user" | "nobody" {
  if (typeof name !== "string") return "nobody";
  if (Object.hasOwn(layer[section] ?? {}, name)) return "project";
  return Object.hasOwn(lower[section] ?? {}, name) ? "user" : "nobody";
}
