// Names that are no files on Windows.

/**
 * Whether Windows interprets the name of a file or folder, with any extension, as a device. It ignores blanks in front of the
 * extension, and takes superscript digits for digits.
 */
export const isDeviceName = (name: string): boolean =>
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?: *\.| *$)/i.test(name);
