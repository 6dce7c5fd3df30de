// Completes the LoRA tag of a prompt while the user types it: `<lora:name:0.8>`. Pure functions.

import { withoutModelEnding } from "../parts/model-file.gen.js";

interface OpenTag {
  /** Offset at which the name begins. */
  readonly start: number;
  /** The part of the name that was typed. */
  readonly name: string;
}

/** The tag whose name contains the caret; undefined if there is none. */
export function openTagAt(text: string, caret: number): OpenTag | undefined {
  const [, name] = /<(?:lora|lyco):([^<>:\n]*)$/i.exec(text.slice(0, caret)) ?? [];
  return name === undefined ? undefined : { start: caret - name.length, name };
}

/** The name of a file as a tag writes it: special characters get a backslash, and the file extension is omitted. */
const written = (file: string): string => withoutModelEnding(file).replaceAll(/[:<>{}|\\]/g, "\\$&");

const strength = "0.8";

interface Completed {
  readonly text: string;
  /** The range to select: the strength, so that the user can type another one. */
  readonly from: number;
  readonly to: number;
}

/** The text with the chosen file in the tag. A strength and the end of the tag are added if they are missing. */
export function withFile(text: string, caret: number, { start }: OpenTag, file: string): Completed {
  const name = written(file);
  const rest = text.slice(caret);
  const isClosed = /^[^<>\n]*>/.test(rest);
  const before = text.slice(0, start) + name;
  if (isClosed) return { text: before + rest, from: before.length, to: before.length };
  const from = before.length + 1;
  return { text: `${before}:${strength}>${rest}`, from, to: from + strength.length };
}
