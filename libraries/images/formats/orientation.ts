// The EXIF orientation (tag 0x0112), by which programs rotate and mirror a photograph so that it is upright.

const orientationTag = 0x0112;
const entryBytes = 12;
/** Prefix of EXIF data in a JPEG segment (Exif 3.0, section 4.7.2). */
export const exifPrefix: Uint8Array = Buffer.from("Exif\0\0", "latin1");

/** The EXIF data without the prefix of a JPEG segment, which some programs write in files of every format. */
export const withoutExifPrefix = (bytes: Uint8Array): Uint8Array =>
  Buffer.compare(bytes.subarray(0, exifPrefix.length), exifPrefix) === 0
    ? bytes.subarray(exifPrefix.length)
    : bytes;

/** The orientation in EXIF data; 1 (upright) when it is absent, invalid, or lies outside of the data. */
export function orientationOf(exif: Uint8Array): number {
  const bytes = withoutExifPrefix(exif);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8) return 1;
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > bytes.length) return 1;
  const end = directory + 2 + view.getUint16(directory, isLittleEndian) * entryBytes;
  for (let at = directory + 2; at < end && at + entryBytes <= bytes.length; at += entryBytes) {
    if (view.getUint16(at, isLittleEndian) !== orientationTag) continue;
    const value = view.getUint16(at + 8, isLittleEndian);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
