// Saves a file where the browser saves downloads.

/** Milliseconds until the object URL is revoked: the browser must have begun to read it. */
const readMs = 60_000;

export function saveDownload(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), readMs);
}
