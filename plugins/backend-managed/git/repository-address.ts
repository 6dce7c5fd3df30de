// Addresses of repositories: which ones git may receive, and how they are shown. Pure.

import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { credentialProblem, withoutCredentials } from "@pictor/extensions";
import { hasControlCharacter } from "@pictor/archives";

const host = /(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)/.source;
const user = /[A-Za-z0-9_~.%+][^@/\s]*/.source;
const web = new RegExp(`^(?:https?|ssh)://(?:${user}@)?${host}(?::\\d{1,5})?/(?!-)\\S+$`, "i");
const secureCopy = new RegExp(`^[A-Za-z0-9_][A-Za-z0-9._-]*@${host}:(?!-)[^\\s:]+$`);

/**
 * Why an address is refused; undefined for an accepted one. Accepted are https, http and ssh URLs, `user@host:path` and,
 * with `allowsFiles`, file URLs and absolute paths.
 */
export function addressProblem(address: string, allowsFiles: boolean): string | undefined {
  if (address === "") return "it is empty";
  if (hasControlCharacter(address)) return "it contains a control character";
  if (address.startsWith("-")) return "it begins with a dash, as an option does";
  if (/^[A-Za-z0-9+.-]+::/.test(address)) return "it names a git remote helper instead of a protocol";
  const problem = credentialProblem(address);
  if (problem !== undefined) return problem;
  if (isFileAddress(address)) return allowsFiles ? undefined : "it is a folder on this machine";
  if (web.test(address) || secureCopy.test(address)) return undefined;
  const protocol = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(address)?.[1];
  if (protocol !== undefined && !/^(https?|ssh)$/i.test(protocol))
    return `the protocol ${protocol} is not one of https, http and ssh`;
  return "it is not the address of a repository";
}

export const isFileAddress = (address: string): boolean => /^file:/i.test(address) || isAbsolute(address);

/** The address for git. A folder becomes a file URL, because git shares objects with repositories given as paths. */
export const gitAddress = (address: string): string =>
  isAbsolute(address) ? pathToFileURL(address).href : address;

/** Removes credentials from the addresses in a text. The user name of an ssh address stays, even if there is a password. */
export const shownAddress = (text: string): string =>
  withoutCredentials(text.replace(/(\bssh:\/\/[^\s/:@]{1,100}):[^\s/@]*@/gi, "$1@"));
