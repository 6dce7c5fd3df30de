// Properties of file names that came from outside. Pure.

import { isDeviceName } from "@pictor/kernel/plugin";

export { isDeviceName };

/**
 * Whether a file can have this name on every system: Windows has devices and streams (`a:b`), and drops dots and blanks
 * at the end.
 */
export const isPortableName = (name: string): boolean =>
  !isDeviceName(name) && !name.includes(":") && !/[. ]$/.test(name);

export const hasControlCharacter = (text: string): boolean =>
  // eslint-disable-next-line no-control-regex -- The pattern searches for control characters.
  /[\u0000-\u001f\u007f]/.test(text);

/** A name as a file system that ignores letter case and the spelling of accents compares it. */
export const foldName = (name: string): string => name.normalize("NFC").toLowerCase();
