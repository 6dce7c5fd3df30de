// Describes system errors. The message does not repeat the file or host, which the caller names.

const words: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  ENAMETOOLONG: "the path is too long",
  ENOSPC: "the disk is full",
  ENOTDIR: "there is a file where a folder is expected",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up at the moment",
};

const ofFolders = new Set(["scandir", "opendir", "mkdir"]);

/** Returns undefined for anything but a known error of a system call (Node.js, class SystemError). */
export function describeSystemError(thrown: object): string | undefined {
  const { code, syscall, path } = thrown as Readonly<Record<string, unknown>>;
  if (typeof code !== "string" || typeof syscall !== "string") return undefined;
  // The message names the path, because an operation may involve several files.
  if ((code === "EACCES" || code === "EPERM") && typeof path === "string")
    return `permission is denied for ${path}`;
  if (code === "ENOENT" && ofFolders.has(syscall)) return "there is no such folder";
  return Object.hasOwn(words, code) ? words[code] : undefined;
}
