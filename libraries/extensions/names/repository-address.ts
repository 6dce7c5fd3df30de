// Normalizes the addresses of repositories. Pure.

/** The members of `Identity` that an address may have. */
type Repository = { readonly kind: "repository" | "local"; readonly id: string };
type Read = Repository | { readonly kind: "refused"; readonly reason: string };

const schemes = new Set(["https", "http", "ssh", "git", "git+https", "git+http", "git+ssh"]);
/** Hosts by their other names. For ssh over the port of https, hosts such as github.com use a separate host name. */
const aliases = new Map([
  ["ssh.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);
/** The path segment after the repository in web addresses of files and branches. */
const webParts = new Set(["tree", "blob", "src", "raw", "commit", "commits", "releases", "archive", "-"]);

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
const ownerPattern = /^[a-z0-9_][a-z0-9_-]*$/;
const segmentPattern = /^[a-z0-9_.~+][a-z0-9_.~+-]*$/;

const refused = (reason: string): Read => ({ kind: "refused", reason });

/** The repository `owner/name` on a host, or `group/subgroup/name` on hosts that have subgroups. */
function repositoryAt(hostText: string, pathText: string): Read {
  const named = hostText
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\./, "");
  const host = aliases.get(named) ?? named;
  if (!hostPattern.test(host)) return refused("its host is not a host name");
  const path = pathText.toLowerCase().replace(/[?#].*$/s, "");
  const parts = path.split("/").filter((part) => part !== "");
  const isGitHub = host === "github.com";
  const end = parts.findIndex(
    (part, index) =>
      index >= 2 && (isGitHub || (webParts.has(part) && (!host.startsWith("gitlab.") || part === "-"))),
  );
  const segments = end < 0 ? parts : parts.slice(0, end);
  const last = segments.pop()?.replace(/(?<!\.git)(?:\.git)+$/, "") ?? "";
  const whole = [...segments, last];
  if (whole.length < 2) return refused("its address names no repository: owner and name are needed");
  if (!whole.every((part) => segmentPattern.test(part) && part !== "." && part !== ".."))
    return refused("its address contains characters that names of repositories do not have");
  if (isGitHub && !ownerPattern.test(whole[0] ?? "")) return refused("its owner is not a name on github.com");
  const id = whole.join("/");
  return { kind: "repository", id: isGitHub ? id : `${host}/${id}` };
}

const encoded = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent);

/** A folder on this machine as a percent-encoded address; keeps the letter case, which may be significant. */
function localAt(pathText: string): Read {
  const path = `/${pathText.replaceAll("\\", "/")}`
    .replace(/^\/+/, "/")
    .replace(/(?<!\/|\.git)(?:\/|\.git)+$/, "");
  if (path === "" || path === "/") return refused("its address names no folder");
  if (/(^|[/:])\.\.(\/|$)/.test(path)) return refused('its path holds ".."');
  return { kind: "local", id: `file://${encoded(path)}` };
}

function fromFileAddress(text: string): Read {
  const rest = text.replace(/^file:(\/\/(localhost(?=\/))?)?/i, "");
  if (!/^(\/|[a-z]:)/i.test(rest)) return refused("a file: address needs an absolute path");
  try {
    const path = decodeURIComponent(rest);
    const isHidden = /[\p{Cc}\p{Cf}\p{Cs}]|(^|\/)\.\.(\/|$)/u.test(path);
    return isHidden ? refused('its path holds ".." or control characters') : localAt(path);
  } catch {
    return refused("its path is not correctly percent-encoded");
  }
}

/** Reads an address. Returns undefined for a string that is not an address, such as an id of the registry. */
export function readAddress(text: string): Read | undefined {
  if (/^file:/i.test(text)) return fromFileAddress(text);
  const withScheme =
    /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?(\[[^\]/]*\]|[^/:?#@]*)(?::\d*)?(?:[/?#](.*))?$/is.exec(text);
  if (withScheme !== null) {
    const [, scheme = "", user = "", host = "", path = ""] = withScheme;
    if (!schemes.has(scheme.toLowerCase())) return refused(`${scheme}: is not supported for repositories`);
    if (user.startsWith("-")) return refused("its user begins with a dash");
    return repositoryAt(host, path);
  }
  if (text.includes("://")) return refused("it is not an address");
  if (/^(\/|[a-z]:[/\\])/i.test(text)) return localAt(text);
  // git@host:owner/name, the syntax of scp.
  const scp = /^(?:[a-z0-9_][a-z0-9._-]*@)?([a-z0-9][a-z0-9.-]+|\[[0-9a-f:.]+\]):(.+)$/is.exec(text);
  if (scp !== null) return repositoryAt(scp[1] ?? "", scp[2] ?? "");
  const parts = text.split("/").filter((part) => part !== "");
  if (!text.includes("/")) return undefined;
  if (parts.length === 2 && !text.startsWith("/")) return repositoryAt("github.com", text);
  return parts.length > 2
    ? repositoryAt(parts[0] ?? "", parts.slice(1).join("/"))
    : refused("it is not owner/name");
}
