// Memory limits in bytes. They protect against image files that declare malicious lengths.

/**
 * Limit for everything in front of the image data, and for a block of EXIF data. Servers write whole workflows there: a
 * few hundred kilobytes are common, and some workflows contain images.
 */
export const maxHeadBytes = 16 * 1024 * 1024;

/** Limit for the sum of all texts of an image. */
export const maxTextBytes = 8 * 1024 * 1024;

/** Limits for all compressed texts of an image. A workflow repeats itself about ten times, and a bomb a thousand times. */
export const compressedTexts = { maxBytes: maxTextBytes, maxRatio: 100, freeBytes: 512 * 1024 } as const;
