// The EXIF orientation (tag 0x0112), by which an image loader rotates a photograph upright.

const orientationTag = 0x0112;
const exifMarker = 0xe1;
/** The bytes of "Exif"; two zero bytes follow them in a file. */
const exifSignature = 0x45786966;
const exifSignatureLength = 6;

/** The EXIF data in the JPEG segment at `offset`; undefined for any other segment. */
export function findJpegExif(file: DataView, offset: number, marker: number): DataView | undefined {
  if (marker !== exifMarker || file.getUint32(offset + 4) !== exifSignature) return undefined;
  const length = Math.max(0, file.getUint16(offset + 2) - 2);
  return new DataView(file.buffer, file.byteOffset + offset + 4, length);
}

/** Some programs write the signature of a JPEG segment in WebP files too. */
const withoutSignature = (exif: DataView): DataView =>
  exif.getUint32(0) === exifSignature
    ? new DataView(exif.buffer, exif.byteOffset + exifSignatureLength)
    : exif;

/** Whether the orientation swaps width and height, as its values 5 to 8 do. False for damaged data. */
export function swapsWidthAndHeight(data: DataView): boolean {
  try {
    const exif = withoutSignature(data);
    const isLittleEndian = exif.getUint16(0) === 0x4949;
    const directory = exif.getUint32(4, isLittleEndian);
    for (let entry = 0; entry < exif.getUint16(directory, isLittleEndian); entry++) {
      const offset = directory + 2 + entry * 12;
      if (exif.getUint16(offset, isLittleEndian) !== orientationTag) continue;
      const value = exif.getUint16(offset + 8, isLittleEndian);
      return value >= 5 && value <= 8;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}
