// Reads the first command of a copied text as a shell does: its words and its input. What only a shell could do is left out or refused.

import { CurlError } from "./curl-error.js";
import { posixText } from "./shell-dialects.js";
import { expanded, WordReader, type Environment } from "./shell-words.js";

export interface ShellCommand {
  readonly words: readonly string[];
  /** What the command reads: `<<` and `<<<` give a text, `<` a file. */
  readonly input?: { readonly text: string } | { readonly path: string };
  /** What is left out, as sentences without a value. */
  readonly notes: readonly string[];
}

const refused = (character: string): CurlError =>
  new CurlError(
    "value",
    `The curl command holds a ${character} outside of quotes.`,
    "Quote the address, and leave out what follows the command.",
  );

const ended = "What follows the curl command is left out.";
const redirected = "The redirection of the output is left out. -o FILE saves the reply.";

/** `|`, `;`, `&`, `&&` and `||` end a command. A character that stands inside of a word, as in an address without quotes, does not. */
const endOfCommand = /(?:&&|\|[|&]?|[;&])(?=\s|$)/y;
const redirection = /(?:&>>?|>[>|]?)(?:&(?:\d|-))?/y;
const document = /<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'"<>|&;]+))/y;

/** Far more here-documents than a copied command has; each of them reads the rest of the text. */
const maxDocuments = 10;

class CommandReader extends WordReader {
  readonly words: string[] = [];
  readonly notes = new Set<string>();
  input: ShellCommand["input"];
  #word: string | undefined;
  #documents = 0;

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found !== undefined) this.at = pattern.lastIndex;
    return found;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.words.push(this.#word);
    this.#word = undefined;
  }

  /** The here-document begins on the next line, and ends with a line that is its name alone. */
  #readDocument([, dash, single, double, plain]: RegExpExecArray): void {
    if (++this.#documents > maxDocuments) throw refused("<");
    const name = single ?? double ?? plain ?? "";
    const rest = this.text.slice(this.at);
    const [line = "", ...lines] = rest.split(/\r?\n/);
    const body = dash === "-" ? lines.map((text) => text.replace(/^\t+/, "")) : lines;
    const end = body.indexOf(name);
    const text = (end < 0 ? body : body.slice(0, end)).map((each) => `${each}\n`).join("");
    this.input = { text: plain === undefined ? text : expanded(text, this.variables, true) };
    const after = end < 0 ? "" : lines.slice(end + 1).join("\n");
    this.text = `${this.text.slice(0, this.at)}${line}${after.trim() === "" ? "" : ` ; ${after}`}`;
  }

  #readInput(): boolean {
    const here = this.#match(document);
    if (here !== undefined) this.#readDocument(here);
    else if (this.#match(/<<</y) !== undefined) this.input = { text: `${this.word() ?? ""}\n` };
    else if (this.#match(/<(?![<(&])/y) !== undefined) this.input = { path: this.word() ?? "" };
    else return false;
    return true;
  }

  #readOutput(): boolean {
    const found = this.#match(redirection);
    if (found === undefined) return false;
    const descriptor = /^\d$/.test(this.#word ?? "") ? this.#word : undefined;
    if (descriptor !== undefined) this.#word = undefined;
    if (/&[\d-]$/.test(found[0])) return true;
    const target = this.word();
    const isReply = descriptor === undefined || descriptor === "1";
    if (isReply && target !== "/dev/null" && target?.toUpperCase() !== "NUL") this.notes.add(redirected);
    return true;
  }

  /** Reads to the end of the command. */
  read(): ShellCommand {
    while (this.at < this.text.length) {
      if (this.take("continued") !== undefined) continue;
      if (this.#word === undefined && this.#match(/#[^\n]*/y) !== undefined) continue;
      if (this.take("blank") !== undefined) this.#endWord();
      else {
        const part = this.part();
        if (part !== undefined) this.#word = (this.#word ?? "") + part;
        else if (this.#match(endOfCommand) !== undefined) {
          if (this.text.slice(this.at).trim() !== "") this.notes.add(ended);
          break;
        } else if (!this.#readOutput() && !this.#readInput()) throw refused(this.text[this.at] ?? "");
      }
    }
    this.#endWord();
    const { words, input } = this;
    return { words, notes: [...this.notes], ...(input !== undefined && { input }) };
  }
}

/** Reads a command of a POSIX shell, cmd.exe or PowerShell. Throws a CurlError for what only a shell can do. */
export function shellCommand(given: string, variables: Environment): ShellCommand {
  const { text, hasVariables } = posixText(given);
  return new CommandReader(text, hasVariables ? variables : undefined).read();
}

/** The words of a command. */
export const shellWords = (given: string, variables: Environment): readonly string[] =>
  shellCommand(given, variables).words;
