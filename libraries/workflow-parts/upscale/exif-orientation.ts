// How a camera was held: the EXIF tag 0x0112, by which a loader turns a picture upright.

const orientationTag = 0x0112;
const exifMarker = 0xe1;
const exifHead = 0x45786966; // "Exif", with two zeros behind it
const exifHeadLength = 6;

/** The EXIF data of the JPEG segment at `at`, if it is one of that kind. */
export function jpegExif(file: DataView, at: number, marker: number): DataView | undefined {
  if (marker !== exifMarker || file.getUint32(at + 4) !== exifHead) return undefined;
  return new DataView(file.buffer, file.byteOffset + at + 4, Math.max(0, file.getUint16(at + 2) - 2));
}

/** Some programs write the head of a JPEG's segment in WebP files too. */
const withoutHead = (exif: DataView): DataView =>
  exif.getUint32(0) === exifHead ? new DataView(exif.buffer, exif.byteOffset + exifHeadLength) : exif;

/** Whether the tag says that width and height change places: its values 5 to 8. Of broken data it is not. */
export function isOnItsSide(data: DataView): boolean {
  try {
    const exif = withoutHead(data);
    const isLittle = exif.getUint16(0) === 0x4949;
    const directory = exif.getUint32(4, isLittle);
    for (let entry = 0; entry < exif.getUint16(directory, isLittle); entry++) {
      const at = directory + 2 + entry * 12;
      if (exif.getUint16(at, isLittle) !== orientationTag) continue;
      const value = exif.getUint16(at + 8, isLittle);
      return value >= 5 && value <= 8;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}
