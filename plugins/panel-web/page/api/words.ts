// The one place where an error of the server gets the words of the page: those of its code, which come with the views,
// after the page is shown; else the advice for a page that the error brings along, else the words of the server.

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

interface StateWords extends Words {
  readonly state?: { readonly title: string };
}

const factText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const filled = (template: string, facts: Facts): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => factText(facts[name])).trim();

/** The words for an error, with those of the page for its code. Pure. */
export function wordsOf(
  advice: Words | undefined,
  { text, hint = "", details = {} }: ServerFault,
): Omit<Worded, "way"> {
  const own = advice?.hint;
  const whatToDo = own === undefined ? factText(details["pageFix"]) || hint : filled(own, details);
  return {
    text: (advice?.text === undefined ? text : filled(advice.text, details)).replace(/^the /, "The "),
    ...(whatToDo !== "" && { hint: whatToDo }),
  };
}

/** What the page knows of an error: its words, and the button for it. */
type Find = (fault: ServerFault) => { readonly words: StateWords | undefined; readonly way: Way | undefined };
let find: Find | undefined;

export const findWordsIn = (found: Find): void => {
  find = found;
};

/** The state of a backend after an error, such as "Asks for credentials". */
export const stateTitle = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : find?.({ code, text: "" }).words?.state?.title;

export function worded(fault: ServerFault): Worded {
  const { words, way } = find?.(fault) ?? {};
  return { ...wordsOf(words, fault), ...(way !== undefined && { way }) };
}
