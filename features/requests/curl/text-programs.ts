// What the programs print that stand before a curl command in a pipe: `echo`, `printf` and `cat`. Runs nothing.

import { CurlError } from "./curl-error.js";
import { unescaped } from "./shell-words.js";

/** The standard input of a command: a text, such as that of a here-document, or a file. */
export type Input = { readonly text: string } | { readonly path: string };

export const unknownOutput = (): CurlError =>
  new CurlError(
    "value",
    "The curl command reads what another program prints, but Pictor runs no other program.",
    "Save the output to a file, and name the file: -d @FILE.",
  );

/** `echo` of bash, which replaces escapes with `-e` only. */
function echoed(words: readonly string[]): string {
  const count = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = words.slice(0, count < 0 ? words.length : count).join("");
  const text = words.slice(count < 0 ? words.length : count).join(" ");
  return `${options.includes("e") ? unescaped(text, "echo") : text}${options.includes("n") ? "" : "\n"}`;
}

/** `printf` with `%s` and `%%`, repeated until all arguments are used (POSIX.1-2024, XCU printf). */
function printed([format = "", ...words]: readonly string[]): string {
  const parts = unescaped(format).split(/(%[^])/);
  if (parts.some((part) => part.startsWith("%") && part !== "%s" && part !== "%%")) throw unknownOutput();
  const perRound = parts.filter((part) => part === "%s").length;
  const rounds = perRound === 0 ? 1 : Math.max(1, Math.ceil(words.length / perRound));
  let at = 0;
  const round = (): string =>
    parts.map((part) => (part === "%s" ? (words[at++] ?? "") : part === "%%" ? "%" : part)).join("");
  return Array.from({ length: rounds }, round).join("");
}

/** What a command prints, as the input of the next one. Throws a CurlError for a program that is not known here. */
export function outputOf([program, ...words]: readonly string[], input: Input | undefined): Input {
  if (program === "echo") return { text: echoed(words) };
  if (program === "printf" && words.length > 0) return { text: printed(words) };
  const [file = "-", ...more] = words;
  if (program !== "cat" || more.length > 0) throw unknownOutput();
  if (file !== "-" && !file.startsWith("-")) return { path: file };
  if (file !== "-" || input === undefined) throw unknownOutput();
  return input;
}
