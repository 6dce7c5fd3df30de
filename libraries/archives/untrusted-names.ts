// Properties of file names that came from outside. Pure.

/**
 * Whether Windows interprets the name of a file or folder, with any extension, as a device. It ignores blanks in front of the
 * extension, and takes superscript digits for digits.
 */
export const isDeviceName = (name: string): boolean =>
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?: *\.| *$)/i.test(name);

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
