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

/**
 * Limit for the parts of a video that are looked at, each of which takes a read: far more than those of a clip, and few enough
 * that a file of empty ones is read in a second or two.
 */
export const maxElements = 50_000;
/** The sentence about a video with more of them. */
export const tooManyElements = `It has more than ${maxElements} parts; what follows was not read.`;
