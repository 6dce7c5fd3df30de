// Normalizes the names of extensions: addresses of repositories, owner/name, and ids of the registry. Pure.

import { cutText, type InstalledExtension } from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { readAddress } from "./repository-address.js";
import { withoutCredentials } from "./credentials.js";

/** The normalized name of an extension. */
export type Identity =
  /** `owner/name` on github.com, else `host/path`; in lower case. */
  | { readonly kind: "repository"; readonly id: string }
  /** An id of the Comfy Registry, or the folder name of an extension without metadata; in lower case. */
  | { readonly kind: "registry"; readonly id: string }
  /** A repository on this machine, as a `file:` address. Accepted only from the user or the configuration. */
  | { readonly kind: "local"; readonly id: string };

export type ReadIdentity = Identity | { readonly kind: "refused"; readonly reason: string };

const maxLength = 500;
const maxRegistryLength = 100;
const isAbsolutePath = /^(\/|[a-z]:[/\\])/i;
const registryId = /^[a-z0-9_][a-z0-9._-]*$/;

/** Why a string cannot be a name; undefined if it may be one. */
function suspicion(text: string): string | undefined {
  if (text === "") return "it is empty";
  if (text.length > maxLength) return `it has more than ${maxLength} characters`;
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)) return "it contains control characters";
  if (/\s/.test(text) && !isAbsolutePath.test(text)) return "it holds blanks";
  if (text.startsWith("-")) return "it begins with a dash";
  if (/^[a-z0-9+.-]+::/i.test(text)) return "it names a program of git";
  if (/(^|[/\\:])(\.|%2e){2}([/\\]|$)/i.test(text)) return 'it holds ".."';
  return undefined;
}

/**
 * Never throws, and does not change a normalized name. Ignores user information, ports, `.git`, `www.`, letter case,
 * trailing slashes, and the branch or file in a web address.
 */
export function readIdentity(text: string): ReadIdentity {
  const reason = suspicion(text);
  if (reason !== undefined) return { kind: "refused", reason };
  const address = readAddress(text);
  if (address !== undefined) return address;
  const id = text.toLowerCase();
  if (id.length <= maxRegistryLength && registryId.test(id)) return { kind: "registry", id };
  return { kind: "refused", reason: "it is neither a repository nor an id of the registry" };
}

/** The normalized name; undefined for a refused text. */
export function identityOf(text: string): string | undefined {
  const read = readIdentity(text);
  return read.kind === "refused" ? undefined : read.id;
}

/** Returns the normalized name of an extension. Throws EXTENSION_ID_REFUSED. */
export function requireIdentity(text: string): Identity {
  const read = readIdentity(text);
  if (read.kind !== "refused") return read;
  const shown = JSON.stringify(cutText(withoutCredentials(text), 80)).slice(1, -1);
  throw extensionFault("EXTENSION_ID_REFUSED", { id: shown, reason: read.reason });
}

/**
 * The address to clone a repository from. One with a scheme stays as `text` spells it, without the branch or file that may
 * follow the repository in a web address; any other text becomes an https address. `id` is its normalized name.
 */
export function repositoryAddress(text: string, id: string): string {
  const parts = id.split("/");
  // The name of a repository on github.com has no host.
  const isOnGitHub = parts.length === 2;
  const [, site, path = ""] = /^((?:https?|ssh):\/\/[^/]+\/)([^?#]*)/i.exec(text) ?? [];
  if (site === undefined) return `https://${isOnGitHub ? "github.com/" : ""}${id}`;
  const named = path.split("/").filter((part) => part !== "");
  return site + named.slice(0, isOnGitHub ? 2 : parts.length - 1).join("/");
}

/**
 * All normalized names of an installed extension. If it has no registry id, its folder is one of them, because archives of
 * the registry are unpacked into folders named after their id.
 */
export function identitiesOf(installed: InstalledExtension): readonly string[] {
  const { id, repositories, registryId: registered, place } = installed;
  const found = [id, ...repositories, registered ?? place]
    .map(identityOf)
    .filter((name) => name !== undefined);
  return [...new Set(found)];
}

/** Whether a name in any spelling is a name of the installed extension. Its folder counts as a name. */
export function isSame(name: string, installed: InstalledExtension): boolean {
  if (name === installed.place) return true;
  const id = identityOf(name);
  return id !== undefined && identitiesOf(installed).includes(id);
}
