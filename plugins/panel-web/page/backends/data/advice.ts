// What a person does about a backend that cannot be used: one table, in the words of the page. Pure.

/** Where the page leads: to the profile or to the address among the settings. */
export type Remedy = "profile" | "address";

interface Advice {
  readonly text: string;
  readonly remedy: Remedy;
}

const advices: Readonly<Record<string, Advice>> = {
  AUTH_REQUIRED: {
    text: "The server asks who you are, and no profile is chosen for it.",
    remedy: "profile",
  },
  AUTH_REJECTED: {
    text: "The server does not accept the credentials of the chosen profile.",
    remedy: "profile",
  },
  BACKEND_UNREACHABLE: {
    text: "Nothing answers at its address. The server may be off, or the address may be another one.",
    remedy: "address",
  },
  BACKEND_REPLY: { text: "Something else answers at its address.", remedy: "address" },
};

export const remedyTexts: Readonly<Record<Remedy, string>> = {
  profile: "Choose a profile",
  address: "Check the address",
};

/** Undefined for an error about which the page has no more to say than its own sentence. */
export const adviceOf = (code: string | undefined): Advice | undefined =>
  code !== undefined && Object.hasOwn(advices, code) ? advices[code] : undefined;
