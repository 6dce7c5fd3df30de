// Settings for every call of git, so that neither an address nor the contents of a repository can run programs. Pure.

/** The repositories that a call may access: the local one only, remotes over the network, or also repositories in folders. */
export type GitReach = "here" | "network" | "network and files";

const protocols: Readonly<Record<GitReach, string>> = {
  // "none" is no protocol. It takes the place of an empty list, which some versions of git ignore.
  here: "none",
  network: "https:http:ssh",
  "network and files": "https:http:ssh:file",
};

/** Variables that redirect git to another repository, as inside a hook, or make it print credentials. */
const removedVariables = [
  ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_PREFIX"],
  ["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"],
  ["GIT_TRACE", "GIT_TRACE_CURL", "GIT_TRACE_PACKET", "GIT_CURL_VERBOSE", "GIT_EXTERNAL_DIFF"],
].flat();

/**
 * Disables the ways in which a repository can run commands: the remote helper `ext`, hooks, the file system monitor, and
 * bare repositories inside a checkout. The user's credential helpers keep working.
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

/** `ceiling`: the parent folder of the repository. For a folder without `.git`, git would find ComfyUI's repository above it. */
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
  // Without this variable, a partial clone would fetch missing objects implicitly.
  ...(reach === "here" ? { GIT_NO_LAZY_FETCH: "1" } : {}),
  GIT_OPTIONAL_LOCKS: "0",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_CEILING_DIRECTORIES: ceiling,
  LC_ALL: "C",
});
