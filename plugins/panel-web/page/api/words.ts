// The one place where an error of the server gets the words of the page. What the page says of each code comes with the views, after the page
// is shown; an error before that is shown without what it says of a command line.

/** The details of an error, as the server sends them. */
export type Facts = Readonly<Record<string, unknown>>;

/** An error as the server sends it: of a reply, a job, an operation, a note. */
export interface ServerFault {
  readonly code?: string;
  readonly text: string;
  readonly hint?: string;
  readonly details?: Facts;
}

/** A button: its text, and the place to which it leads. */
export interface Way {
  readonly text: string;
  readonly href: string;
}

export interface Worded {
  readonly text: string;
  readonly hint?: string;
  /** The button for the advice. */
  readonly way?: Way;
}

/** The words of the page for a code, with `{details}` of the error. Default of each: the words of the server. */
export interface Words {
  readonly text?: string;
  readonly hint?: string;
}

/**
 * Commands, options, routes and names in a file: nothing that a person does in a page. A quoted name before a colon is a member of JSON
 * only with a value of JSON behind it; else it is that of a thing, with the reason behind it.
 */
const foreign =
  /`|(?<![\w-])--[a-z]|\bpictor [a-z]|\b(?:GET|POST|PUT|PATCH|DELETE) \/|\bpictor\.json\b|"\$?\w+":\s*(?:["{[]|true\b|false\b|null\b)/;

/** Leaves out what a text says of a command line or a file: remarks in parentheses, else whole sentences. */
export const withoutCommands = (text: string): string =>
  foreign.test(text)
    ? text
        .replace(/ \([^()]*\)/g, (remark) => (foreign.test(remark) ? "" : remark))
        .split(/(?<=\.|(?<!"):)\s+(?=[A-Z`"])/)
        .filter((sentence) => !foreign.test(sentence))
        .join(" ")
        .replace(/:$/, ".")
    : text;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const filled = (template: string, facts: Facts): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => textOf(facts[name])).trim();

/** The words for an error, with those of the page for its code. Pure. */
export function wordsOf(
  advice: Words | undefined,
  { text, hint = "", details = {} }: ServerFault,
): Omit<Worded, "way"> {
  const about = withoutCommands(advice?.text === undefined ? text : filled(advice.text, details));
  const whatToDo = withoutCommands(advice?.hint === undefined ? hint : filled(advice.hint, details));
  return {
    // What happened is said in any case, if need be with the commands in it.
    text: (about === "" ? text : about).replace(/^the /, "The "),
    ...(whatToDo !== "" && { hint: whatToDo }),
  };
}

/** What the page knows of an error: its words, and the button for it. */
type Find = (fault: ServerFault) => { readonly words: Words | undefined; readonly way: Way | undefined };
let find: Find | undefined;

export const findWordsIn = (found: Find): void => {
  find = found;
};

export function worded(fault: ServerFault): Worded {
  const { words, way } = find?.(fault) ?? {};
  return { ...wordsOf(words, fault), ...(way !== undefined && { way }) };
}
