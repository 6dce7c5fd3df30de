// The message for a Node that is too old. Such a Node must be able to run this file, so it imports nothing.

const numbersOf = (version: string): readonly number[] => version.replace(/^\D+/, "").split(".").map(Number);

/** The message if `found`, such as `18.20.4`, is older than `range`, such as `>=20.19`; else undefined. */
export function oldNodeMessage(found: string, range: string): string | undefined {
  const needed = numbersOf(range);
  const [major = 0, minor = 0] = numbersOf(found);
  const [neededMajor = 0, neededMinor = 0] = needed;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return (
    `Pictor needs Node ${needed.join(".")} or newer; this is Node ${found}.\n` +
    "  Install a newer version, from https://nodejs.org/ or with a version manager.\n"
  );
}
