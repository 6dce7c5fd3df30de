// One name for one extension, however it is spelt: addresses of repositories, owner/name, ids of the registry. Pure.

import type { InstalledExtension } from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { readAddress } from "./repository-address.js";
import { withoutCredentials } from "./credentials.js";

/** What a text names, in its normal form. */
export type Identity =
  /** `owner/name` on github.com, else `host/path`; in lower case. */
  | { readonly kind: "repository"; readonly id: string }
  /** An id of the Comfy Registry, or the folder of an extension that says nothing of itself; in lower case. */
  | { readonly kind: "registry"; readonly id: string }
  /** A repository on this machine: a `file:` address. It counts only where a person or their configuration names it. */
  | { readonly kind: "local"; readonly id: string };

export type ReadIdentity = Identity | { readonly kind: "refused"; readonly reason: string };

const maxLength = 500;
const maxRegistryLength = 100;
const isAbsolutePath = /^(\/|[a-z]:[/\\])/i;
const registryId = /^[a-z0-9_][a-z0-9._-]*$/;

/** Why a text is taken for no name at all; undefined when it may be one. */
function suspicion(text: string): string | undefined {
  if (text === "") return "it is empty";
  if (text.length > maxLength) return `it has more than ${maxLength} characters`;
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)) return "it holds control characters";
  if (/\s/.test(text) && !isAbsolutePath.test(text)) return "it holds blanks";
  if (text.startsWith("-")) return "it begins with a dash";
  if (/^[a-z0-9+.-]+::/i.test(text)) return "it names a program of git";
  if (/(^|[/\\:])(\.|%2e){2}([/\\]|$)/i.test(text)) return 'it holds ".."';
  return undefined;
}

/**
 * Never throws, and is the same for its own result. User information, ports, `.git`, `www.`, letter case, trailing
 * slashes and what a web address says of a branch make no difference.
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

/** The normal form; undefined where the text is refused. */
export function identityOf(text: string): string | undefined {
  const read = readIdentity(text);
  return read.kind === "refused" ? undefined : read.id;
}

/** Throws EXTENSION_ID_REFUSED. */
export function requireIdentity(text: string): Identity {
  const read = readIdentity(text);
  if (read.kind !== "refused") return read;
  const shown = JSON.stringify(withoutCredentials(text).slice(0, 80)).slice(1, -1);
  throw extensionFault("EXTENSION_ID_REFUSED", { id: shown, reason: read.reason });
}

/**
 * Every name of one that is installed, in normal form. Its folder counts where it has no registry id of its own: archives
 * of the registry are unpacked into folders of that name.
 */
export function identitiesOf(installed: InstalledExtension): readonly string[] {
  const { id, repositories, registryId: registered, place } = installed;
  const found = [id, ...repositories, registered ?? place]
    .map(identityOf)
    .filter((name) => name !== undefined);
  return [...new Set(found)];
}

/** Whether a name, however spelt, is one of this extension's; its folder is one too. */
export function isSame(name: string, installed: InstalledExtension): boolean {
  if (name === installed.place) return true;
  const id = identityOf(name);
  return id !== undefined && identitiesOf(installed).includes(id);
}

/** Whether two texts name one extension. */
export function isSameName(one: string, other: string): boolean {
  const id = identityOf(one);
  return id !== undefined && id === identityOf(other);
}
