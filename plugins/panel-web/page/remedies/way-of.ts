// What a person does about an error, as a place of the page to which a button leads. Loading this file gives errors the
// words of the page.

import { adviceOf } from "../advice/advice.js";
import { backends } from "../api/catalog.js";
import { filledText } from "../api/guards.js";
import { setWords, type Facts, type Remedy, type Way } from "../api/words.js";
import { backendHref, listHref, pictorHref, type BackendPart } from "../backends/data/parse-place.js";
import { draft } from "../draft/current-draft.js";
import { placeDetail, placeView } from "../shell/place.js";

const isKnown = (name: unknown): name is string =>
  backends.state.peek().value?.backends.some((known) => known.name === name) === true;

const namedBackend = ({ backend, name }: Facts): string | undefined => [backend, name].find(isKnown);

/** The backend that an error names; else the one that the view shows. */
function backendOf(facts: Facts): string | undefined {
  const shown =
    placeView.peek() === "backends"
      ? placeDetail.peek().split("/")[0]
      : (draft.peek().backend ?? backends.state.peek().value?.default);
  return namedBackend(facts) ?? [shown].find(isKnown);
}

const partOf =
  (part: BackendPart) =>
  (facts: Facts): string => {
    const name = backendOf(facts);
    return name === undefined ? listHref : backendHref(name, part);
  };

const requestHref = (...place: readonly string[]): string =>
  `#/request/${place.map(encodeURIComponent).join("/")}`;

/** The credentials of the request in the editor. */
const authHref = requestHref("auth");

/** The profile that an error names; else where the view chooses one. */
function profileHref(facts: Facts): string {
  const name = filledText(facts["profile"]);
  if (name !== undefined) return requestHref("profile", name);
  return placeView.peek() === "request" ? authHref : partOf("settings")(facts);
}

const remedies: Readonly<Record<Remedy, readonly [string, (facts: Facts) => string]>> = {
  profile: ["Choose a profile", profileHref],
  signIn: ["Sign in", profileHref],
  address: ["Check the address", partOf("settings")],
  settings: ["Open the settings", partOf("settings")],
  log: ["Read the log", partOf("log")],
  extensions: ["Show the extensions", partOf("extensions")],
  addBackend: ["Add a backend", () => pictorHref("new")],
  backends: ["Show the backends", () => listHref],
  plugins: ["Show the plugins", () => pictorHref("plugins")],
  configuration: ["Show the configuration", () => pictorHref("configuration")],
  environment: [
    "Open the environment",
    ({ environment }) => requestHref("environment", filledText(environment) ?? ""),
  ],
};

export function wayOf(remedy: Remedy, facts: Facts): Way {
  const [text, place] = remedies[remedy];
  const href = place(facts);
  return { text: href === authHref ? "Show Auth" : text, href };
}

/** An error without an entry in the table is one of the credentials of a request, or leads to the backend that it names. */
function wayWithoutAdvice(code: string | undefined, facts: Facts): Way | undefined {
  if (placeView.peek() === "request" && code?.startsWith("AUTH_") === true) return wayOf("profile", facts);
  const name = placeView.peek() === "backends" ? undefined : namedBackend(facts);
  return name === undefined ? undefined : { text: `Show ${name}`, href: backendHref(name) };
}

setWords({
  adviceOf,
  wayOf({ code, details = {} }) {
    const remedy = adviceOf(code)?.remedy;
    return remedy === undefined ? wayWithoutAdvice(code, details) : wayOf(remedy, details);
  },
});
