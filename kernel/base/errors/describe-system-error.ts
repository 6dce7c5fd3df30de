// What the system says of a file or a host, in words. Who names the file or the host has told it already.

const words: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  ENOTDIR: "a file stands where a folder is expected",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up at the moment",
};

/** Undefined for anything but an error of a system call (Node.js, class SystemError) that there are words for. */
export function describeSystemError(thrown: object): string | undefined {
  const { code, syscall, path } = thrown as Readonly<Record<string, unknown>>;
  if (typeof code !== "string" || typeof syscall !== "string") return undefined;
  // Of which of several files is not always said.
  if ((code === "EACCES" || code === "EPERM") && typeof path === "string")
    return `permission is denied for ${path}`;
  return Object.hasOwn(words, code) ? words[code] : undefined;
}
