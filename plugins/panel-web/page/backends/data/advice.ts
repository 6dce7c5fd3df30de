// What a person does about a backend that cannot be used: one table, in the words of the page. Pure.

/** Where the page leads: to the profile or to the address among the settings. */
export type Remedy = "profile" | "address";

interface Advice {
  /** The state of the backend in few words. */
  readonly title: string;
  /** `profile` is the name of the chosen auth profile. */
  readonly text: (profile: string | undefined) => string;
  readonly remedy: Remedy;
}

const advices: Readonly<Record<string, Advice>> = {
  AUTH_REQUIRED: {
    title: "Asks for credentials",
    text: () => "The server asks who you are, and no profile is chosen for it.",
    remedy: "profile",
  },
  AUTH_REJECTED: {
    title: "Refuses the credentials",
    text: (profile) =>
      `The server does not accept the credentials of the ${profile === undefined ? "chosen profile" : `profile ${profile}`}.`,
    remedy: "profile",
  },
  BACKEND_UNREACHABLE: {
    title: "Does not answer",
    text: () => "Nothing answers at its address. The server may be off, or the address may be wrong.",
    remedy: "address",
  },
  BACKEND_REPLY: {
    title: "Another program answers",
    text: () => "The program at its address is not a server of images.",
    remedy: "address",
  },
};

export const remedyTexts: Readonly<Record<Remedy, string>> = {
  profile: "Choose a profile",
  address: "Check the address",
};

/** Undefined for an error about which the page has no more to say than its own sentence. */
export const adviceOf = (code: string | undefined): Advice | undefined =>
  code !== undefined && Object.hasOwn(advices, code) ? advices[code] : undefined;
