// The LoRA tag of a prompt that is being typed: `<lora:name:0.8>`. Pure functions.

export interface OpenTag {
  /** Where the name begins. */
  readonly start: number;
  /** What is typed of the name. */
  readonly name: string;
}

/** The tag whose name the caret is in; undefined if there is none. */
export function openTagAt(text: string, caret: number): OpenTag | undefined {
  const [, name] = /<(?:lora|lyco):([^<>:\n]*)$/i.exec(text.slice(0, caret)) ?? [];
  return name === undefined ? undefined : { start: caret - name.length, name };
}

/** Characters that have a meaning in a tag get a backslash; the extension of the file may be left out. */
const written = (file: string): string =>
  file.replace(/\.(safetensors|ckpt|pt|bin)$/, "").replaceAll(/[:<>{}|\\]/g, "\\$&");

const strength = "0.8";

export interface Completed {
  readonly text: string;
  /** The part to select: the strength, so that it can be typed over. */
  readonly from: number;
  readonly to: number;
}

/** The text with the chosen file in the tag, with a strength and the end of the tag unless they stand there already. */
export function withFile(text: string, caret: number, { start }: OpenTag, file: string): Completed {
  const name = written(file);
  const rest = text.slice(caret);
  const isClosed = /^[^<>\n]*>/.test(rest);
  const before = text.slice(0, start) + name;
  if (isClosed) return { text: before + rest, from: before.length, to: before.length };
  const from = before.length + 1;
  return { text: `${before}:${strength}>${rest}`, from, to: from + strength.length };
}
