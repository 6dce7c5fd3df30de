// Reads the curl command of a copied text as a shell does: its words and its input. What only a shell could do is left
// out or refused.

import { CurlError } from "./curl-error.js";
import { posixText } from "./shell-dialects.js";
import { expanded, WordReader, type Environment } from "./shell-words.js";
import { outputOf, unknownOutput, type Input } from "./text-programs.js";

export interface ShellCommand {
  readonly words: readonly string[];
  /**
   * The standard input: a here-document (`<<`), a here-string (`<<<`), a file (`<`), or what `echo`, `printf` or `cat`
   * prints.
   */
  readonly input?: Input;
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

/** A `|`, `;`, `&`, `&&` or `||` ends a command, unless it stands inside of a word, as in an address without quotes. */
const endOfCommand = /(?:&&|\|[|&]?|[;&])(?=\s|$)/y;
const redirection = /(?:&>>?|>[>|]?)(?:&(?:\d|-))?/y;
const documentStart = /<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s'"<>|&;]+))/y;

interface HereDocument {
  /** The line that ends the document. */
  readonly name: string;
  /** Whether tabs before the lines are left out (`<<-`). */
  readonly isIndented: boolean;
  /** Whether its escapes and variables are replaced, which quotes around the name prevent. */
  readonly isExpanded: boolean;
  /** Its lines, once they are read. */
  text: string;
}

/** One command of a pipe. */
interface Stage {
  readonly words: readonly string[];
  readonly input: Input | HereDocument | undefined;
}

/** Whether a word is the name of curl, perhaps with a path. */
export const isCurl = (word: string): boolean => /^(.*[\\/])?curl(\.exe)?$/.test(word);

class CommandReader extends WordReader {
  readonly #notes = new Set<string>();
  #words: string[] = [];
  #input: Stage["input"];
  #word: string | undefined;
  /** The here-documents that the line of the command announces. */
  readonly #documents: HereDocument[] = [];

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  /** Reads the text of a here-document, from the present line on. */
  #readDocument(document: HereDocument): void {
    const { name, isIndented, isExpanded } = document;
    let text = "";
    while (this.at < this.text.length) {
      const [, whole = ""] = this.match(/([^\n]*?)\r?(?:\n|$)/y) ?? [];
      const line = isIndented ? whole.replace(/^\t+/, "") : whole;
      if (line === name) break;
      text += `${line}\n`;
    }
    document.text = isExpanded ? expanded(text, this.variables, true) : text;
  }

  /** Reads the here-documents, which begin on the next line, and notes whether anything else follows the command. */
  #readEnd(): void {
    const [line = ""] = this.match(/[^\n]*\n?/y) ?? [];
    for (const document of this.#documents) this.#readDocument(document);
    if (`${line}${this.text.slice(this.at)}`.trim() !== "") this.#notes.add(ended);
  }

  /** The last input of a command is the one that it reads. */
  #readInput(): boolean {
    const [start, dash, single, double, plain] = this.match(documentStart) ?? [];
    if (start !== undefined) {
      const name = single ?? double ?? plain ?? "";
      const document = { name, isIndented: dash === "-", isExpanded: plain !== undefined, text: "" };
      this.#documents.push(document);
      this.#input = document;
    } else if (this.match(/<<</y) !== undefined) this.#input = { text: `${this.word() ?? ""}\n` };
    else if (this.match(/<(?![<(&])/y) !== undefined) this.#input = { path: this.word() ?? "" };
    else return false;
    return true;
  }

  #readOutput(): boolean {
    const found = this.match(redirection);
    if (found === undefined) return false;
    const descriptor = /^\d$/.test(this.#word ?? "") ? this.#word : undefined;
    if (descriptor !== undefined) this.#word = undefined;
    if (/&[\d-]$/.test(found[0])) return true;
    const target = this.word();
    const isReply = descriptor === undefined || descriptor === "1";
    if (isReply && target !== "/dev/null" && target?.toUpperCase() !== "NUL") this.#notes.add(redirected);
    return true;
  }

  /**
   * Reads to the end of a command: that of its line, if a here-document follows, or that of the text. Returns whether a
   * pipe leads to another one.
   */
  #readCommand(): boolean {
    let end: string | undefined;
    while (this.at < this.text.length) {
      if (this.take("continued") !== undefined) continue;
      if (this.#word === undefined && this.match(/#[^\n]*/y) !== undefined) continue;
      if (this.#documents.length > 0 && this.match(/[^\S\n]*(?=\n)/y) !== undefined) break;
      if (this.take("blank") !== undefined) this.#endWord();
      else {
        const part = this.part();
        if (part !== undefined) this.#word = (this.#word ?? "") + part;
        else if ((end = this.match(endOfCommand)?.[0]) !== undefined) break;
        else if (!this.#readOutput() && !this.#readInput()) throw refused(this.text[this.at] ?? "");
      }
    }
    this.#endWord();
    return end === "|" || end === "|&";
  }

  /** What the commands before a pipe print. The `echo` of Windows is another one. */
  #printed(stages: readonly Stage[]): Input | undefined {
    if (stages.length > 0 && this.variables === undefined) throw unknownOutput();
    let input: Input | undefined;
    for (const stage of stages) input = outputOf(stage.words, stage.input ?? input);
    return input;
  }

  /** Reads the first command, or the one of curl that a pipe leads to. */
  read(): ShellCommand {
    const before: Stage[] = [];
    while (this.#readCommand() && !isCurl(this.#words[0] ?? "")) {
      before.push({ words: this.#words, input: this.#input });
      [this.#words, this.#input] = [[], undefined];
    }
    this.#readEnd();
    const words = this.#words;
    const input = this.#input ?? (isCurl(words[0] ?? "") ? this.#printed(before) : undefined);
    return {
      words,
      notes: [...this.#notes],
      ...(input !== undefined && { input: "path" in input ? input : { text: input.text } }),
    };
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
