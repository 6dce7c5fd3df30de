// Addresses of repositories: which may be given to git, and how they are told. Pure.

import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { withoutCredentials as withoutThem } from "@pictor/extensions";

const host = /(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)/.source;
const user = /[A-Za-z0-9_~.%+][^@/\s]*/.source;
const web = new RegExp(`^(?:https?|ssh)://(?:${user}@)?${host}(?::\\d{1,5})?/(?!-)\\S+$`, "i");
const secureCopy = new RegExp(`^[A-Za-z0-9_][A-Za-z0-9._-]*@${host}:(?!-)[^\\s:]+$`);

// eslint-disable-next-line no-control-regex -- They are what is looked for.
const control = /[\u0000-\u001f\u007f]/;

/**
 * Why an address is not given to git; undefined for one that is. Known are https, http and ssh, `user@host:path`, and,
 * where `allowsFiles`, file addresses and absolute folders.
 */
export function addressProblem(address: string, allowsFiles: boolean): string | undefined {
  if (address === "") return "it is empty";
  if (control.test(address)) return "it holds a control character";
  if (address.startsWith("-")) return "it begins with a dash, as an option does";
  if (/^[A-Za-z0-9+.-]+::/.test(address)) return "it names a program of git in place of a protocol";
  if (isFileAddress(address)) return allowsFiles ? undefined : "it is a folder of this machine";
  if (web.test(address) || secureCopy.test(address)) return undefined;
  const protocol = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(address)?.[1];
  if (protocol !== undefined && !/^(https?|ssh)$/i.test(protocol))
    return `the protocol ${protocol} is not one of https, http and ssh`;
  return "it is no address of a repository";
}

export const isFileAddress = (address: string): boolean => /^file:/i.test(address) || isAbsolute(address);

/** As git is given it. A folder becomes an address, so that git copies no links and shares no files with it. */
export const gitAddress = (address: string): string =>
  isAbsolute(address) ? pathToFileURL(address).href : address;

/** A text without the credentials of its addresses. The user name of ssh stays, also where a password stood behind it. */
export const withoutCredentials = (text: string): string =>
  withoutThem(text.replace(/(\bssh:\/\/[^\s/:@]{1,100}):[^\s/@]*@/gi, "$1@"));
