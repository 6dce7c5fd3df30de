// How much of a picture is ever held, in bytes: whoever made it decides its lengths, and some want to do harm.

/**
 * What stands in front of the image data, or a block of EXIF data. Servers write whole workflows there: a few hundred
 * kilobytes are common, and some carry pictures in them.
 */
export const maxHeadBytes = 16 * 1024 * 1024;

/** All texts of one picture together, as they are when nothing is compressed. */
export const maxTextBytes = 32 * 1024 * 1024;
