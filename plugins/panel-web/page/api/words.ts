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

/** Where a button leads. */
export type Remedy =
  | "profile"
  | "signIn"
  | "address"
  | "settings"
  | "log"
  | "extensions"
  | "addBackend"
  | "backends"
  | "plugins"
  | "configuration"
  | "environment";

/** What the page says of an error, with `{details}` of it. Default of each text: that of the server. */
export interface Advice {
  readonly text?: string;
  readonly hint?: string;
  readonly remedy?: Remedy;
  /** The state of a backend in few words, and what is wrong. `profile` is its auth profile. */
  readonly state?: { readonly title: string; readonly text: (profile: string | undefined) => string };
}

const factText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const filled = (template: string, facts: Facts): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) => factText(facts[name])).trim();

/** The words for an error, with those of the page for its code. Pure. */
export function wordsOf(
  advice: Advice | undefined,
  { text, hint = "", details = {} }: ServerFault,
): Omit<Worded, "way"> {
  const own = advice?.hint;
  const whatToDo = own === undefined ? factText(details["pageFix"]) || hint : filled(own, details);
  return {
    text: (advice?.text === undefined ? text : filled(advice.text, details)).replace(/^the /, "The "),
    ...(whatToDo !== "" && { hint: whatToDo }),
  };
}

interface KnownWords {
  /** Undefined for an error about which the page has no more to say than the server. */
  adviceOf(code: string | undefined): Advice | undefined;
  /** The button for an error. */
  wayOf(fault: ServerFault): Way | undefined;
}
let known: KnownWords = { adviceOf: () => undefined, wayOf: () => undefined };

/** Called when the words of the page are loaded. */
export const setWords = (words: KnownWords): void => {
  known = words;
};

export const adviceOf: KnownWords["adviceOf"] = (code) => known.adviceOf(code);

export function worded(fault: ServerFault): Worded {
  const way = known.wayOf(fault);
  return { ...wordsOf(adviceOf(fault.code), fault), ...(way !== undefined && { way }) };
}
