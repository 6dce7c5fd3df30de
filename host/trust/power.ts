// A power of a project: something in its configuration that could harm the user, in plain words.

import { createHash } from "node:crypto";

/** What a trusted project may do, and what the user is asked about. */
export interface Power {
  /** JSON pointer of the key in the project file. */
  readonly pointer: string;
  /** What the project does with it: a phrase that begins with a verb, such as `runs the plugin code in /work/plugins`. */
  readonly text: string;
  /**
   * Whether the user must have seen exactly this power: trust in later changes of the folder does not include it. True for
   * entries that replace the user's own, and for files outside the project.
   */
  readonly isNamed: boolean;
  /** The section and name of the user's own entry that the project replaces. */
  readonly replaces?: readonly [section: "profiles" | "backends", name: string];
  /** SHA-256 of the pointer and of everything that the power depends on. */
  readonly digest: string;
}

/** The powers of the value under `pointer`, whose last key is `name`, in the project file of `folder`. */
export type PowerRule = (
  value: unknown,
  at: { readonly pointer: string; readonly name: string; readonly folder: string },
) => readonly Power[];

/** Creates a power. `content` is what the power depends on: when it changes, the power is another one. */
export function createPower(
  pointer: string,
  text: string,
  content: unknown,
  rest: Partial<Pick<Power, "isNamed" | "replaces">> = {},
): Power {
  const digest = createHash("sha256")
    .update(JSON.stringify([pointer, content]))
    .digest("hex");
  return { pointer, text, isNamed: false, digest, ...rest };
}

/** Control and formatting characters, which could change how a terminal shows the text around them. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A value of a stranger's file, in quotes, with every character visible and without the password of an address. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : "(a reference)";
  const visible = text
    .replace(/(?<=:\/\/)[^/?#\s]*@/, "***@")
    .replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
  return `"${visible.length > 200 ? `${visible.slice(0, 200)}...` : visible}"`;
}
