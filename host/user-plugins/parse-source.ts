// What a user names as the source of a plugin: a folder, an archive, an npm package, or a git repository. No network is used.

import { existsSync, statSync } from "node:fs";
import { absolutePath } from "@pictor/kernel";
import { credentialProblem, withoutCredentials } from "@pictor/extensions";
import { isNetworkPath } from "../trust/network-path.js";
import { packageName } from "../trust/npm-plugins.js";
import { userPluginFault } from "./faults.js";
import { rangePattern } from "./packages.js";

export type PluginOrigin =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "archive"; readonly path: string }
  | { readonly kind: "npm"; readonly name: string; readonly wanted: string }
  | { readonly kind: "git"; readonly address: string; readonly ref?: string };

/** A package name of npm, with an optional version, range or tag; undefined for any other text. */
function npmOrigin(text: string): PluginOrigin | undefined {
  const [, name = "", wanted = "latest"] = /^(.[^@]*)(?:@(.+))?$/.exec(text) ?? [];
  return packageName.test(name) && rangePattern.test(wanted) ? { kind: "npm", name, wanted } : undefined;
}

/** Protocols of git that protect what is transferred, or stay on this machine. */
const gitProtocol = /^(?:git\+)?(https|ssh|file):\/\//i;

function gitOrigin(text: string): PluginOrigin | undefined {
  const [whole = "", ref] = text.split("#", 2);
  const isScp = /^[\w.-]+@[\w.-]+:(?!\/\/)/.test(whole);
  if (!isScp && !/^(?:git\+[a-z]+|git|ssh|file|https?):\/\//i.test(whole)) return undefined;
  const refused = (reason: string) =>
    userPluginFault("PLUGIN_SOURCE_UNKNOWN", { source: withoutCredentials(whole), reason });
  if (!isScp && !gitProtocol.test(whole))
    throw refused(
      "for git, only https, ssh and file addresses are accepted, because other protocols are not protected",
    );
  const address = whole.replace(/^git\+/i, "");
  if (/^https?:/i.test(address) && /\.(?:tgz|tar\.gz|zip)$/i.test(address))
    throw refused("it is the address of an archive; download the archive and name its file");
  const problem = credentialProblem(address);
  if (problem !== undefined) throw refused(problem);
  if (ref !== undefined && !/^[\w][\w./-]*$/.test(ref))
    throw refused(`"${ref}" is not a branch, tag or commit`);
  return { kind: "git", address, ...(ref !== undefined && { ref }) };
}

/** Throws `PLUGIN_SOURCE_UNKNOWN`. Relative paths start at `directory`. */
export function parseSource(text: string, directory: string): PluginOrigin {
  const unknown = (reason: string) =>
    userPluginFault("PLUGIN_SOURCE_UNKNOWN", { source: withoutCredentials(text), reason });
  if (text === "" || text.includes("\0")) throw unknown("it names nothing");
  if (isNetworkPath(text)) throw unknown("it is on another machine");
  // An address is never a path: a stranger's folder could hold folders of that name.
  const git = gitOrigin(text);
  if (git !== undefined) return git;
  const path = absolutePath(text, directory);
  if (!text.startsWith("npm:") && existsSync(path)) {
    const isFolder = statSync(path).isDirectory();
    if (isFolder && npmOrigin(text) !== undefined)
      throw unknown(`it is a folder here and the name of an npm package; write ./${text} or npm:${text}`);
    return { kind: isFolder ? "folder" : "archive", path };
  }
  if (/^[.~]|^[a-z]:|\\|\.(?:tgz|tar|gz|zip)$|^\//i.test(text))
    throw unknown("there is no such file or folder");
  const npm = npmOrigin(text.replace(/^npm:/, ""));
  if (npm === undefined)
    throw unknown("it is neither a file or folder that exists, nor a package name of npm");
  return npm;
}
