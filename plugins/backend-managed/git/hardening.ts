// What every call of git is started with, so that neither an address nor what lies in a repository runs anything. Pure.

/** What a call may reach: this machine's repository only, other machines, or also repositories in folders. */
export type GitReach = "here" | "network" | "network and files";

const protocols: Readonly<Record<GitReach, string>> = {
  // A name that no protocol has: an empty list would be read as none given by some versions.
  here: "none",
  network: "https:http:ssh",
  "network and files": "https:http:ssh:file",
};

/** Variables that would send git to another repository, as inside a hook; what they print holds credentials. */
const removedVariables = [
  ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_PREFIX"],
  ["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"],
  ["GIT_TRACE", "GIT_TRACE_CURL", "GIT_TRACE_PACKET", "GIT_CURL_VERBOSE", "GIT_EXTERNAL_DIFF"],
].flat();

/**
 * For `git -c protocol.ext.allow`: remote helpers that run commands; hooks, the file system monitor and bare repositories
 * that lie inside a checkout are means of a repository to run something. A person's credential helpers go on working.
 */
export const hardeningArguments = (platform: NodeJS.Platform): readonly string[] =>
  [
    "protocol.ext.allow=never",
    `core.hooksPath=${platform === "win32" ? "NUL" : "/dev/null"}`,
    "core.fsmonitor=false",
    "safe.bareRepository=explicit",
    "advice.detachedHead=false",
    "core.quotePath=false",
    "commit.gpgSign=false",
    "gc.auto=0",
    "maintenance.auto=false",
  ].flatMap((setting) => ["-c", setting]);

/** `ceiling`: the folder above the repository. Without `.git`, git would take the one of ComfyUI around it. */
export const hardeningEnvironment = (
  reach: GitReach,
  ceiling: string | undefined,
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(removedVariables.map((name) => [name, undefined])),
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_ALLOW_PROTOCOL: protocols[reach],
  // Objects that are missing on purpose are fetched behind one's back otherwise.
  ...(reach === "here" ? { GIT_NO_LAZY_FETCH: "1" } : {}),
  GIT_OPTIONAL_LOCKS: "0",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_CEILING_DIRECTORIES: ceiling,
  LC_ALL: "C",
});
