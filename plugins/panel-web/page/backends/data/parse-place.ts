// The places of the view "Backends" in its addresses: `#/backends/studio/log` is a part of a backend,
// `#/backends//plugins` a part of Pictor itself. Pure.

const backendParts = [
  "overview",
  "prompts",
  "members",
  "failures",
  "extensions",
  "log",
  "installation",
  "settings",
] as const;
export type BackendPart = (typeof backendParts)[number];
/** `new` is the form of a new backend. */
export const pictorPages = ["new", "plugins", "profiles", "access", "configuration"] as const;
export type PictorPage = (typeof pictorPages)[number];

export type BackendsPlace =
  | { readonly at: "list" }
  | { readonly at: "backend"; readonly name: string; readonly part: BackendPart }
  | { readonly at: "pictor"; readonly part: PictorPage };

/** Parses the address behind `backends/`. Any unknown address leads to the list. */
export function parsePlace(detail: string): BackendsPlace {
  const [name = "", part = ""] = detail.split("/");
  if (name !== "") return { at: "backend", name, part: backendParts.find((id) => id === part) ?? "overview" };
  const found = pictorPages.find((id) => id === part);
  return found === undefined ? { at: "list" } : { at: "pictor", part: found };
}

export const backendHref = (name: string, part: BackendPart = "overview"): string =>
  `#/backends/${encodeURIComponent(name)}${part === "overview" ? "" : `/${part}`}`;
export const pictorHref = (part: PictorPage): string => `#/backends//${part}`;
export const listHref = "#/backends";
