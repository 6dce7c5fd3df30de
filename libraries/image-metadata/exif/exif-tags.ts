// EXIF tags that hold texts or point to directories (Exif 3.0, section 4.6; TIFF 6.0, section 8).

export const imageDescription = 0x010e;
export const documentName = 0x010d;
export const software = 0x0131;
/** Tag of the first directory that holds the offset of the EXIF directory. */
export const exifPointer = 0x8769;
/** Tags of the EXIF directory. */
export const exifVersion = 0x9000;
export const userComment = 0x9286;

/** Names of ASCII texts in the first directory, as other programs show them. */
export const textNames: Readonly<Record<number, string>> = {
  [documentName]: "DocumentName",
  [imageDescription]: "ImageDescription",
  0x010f: "Make",
  0x0110: "Model",
  [software]: "Software",
  0x0132: "DateTime",
  0x013b: "Artist",
  0x8298: "Copyright",
  // Fooocus writes the comment, which belongs to the EXIF directory, here.
  [userComment]: "UserComment",
};
/** Names of UTF-16LE texts in the first directory, which Windows writes. */
export const utf16TextNames: Readonly<Record<number, string>> = {
  0x9c9b: "XPTitle",
  0x9c9c: "XPComment",
  0x9c9d: "XPAuthor",
  0x9c9e: "XPKeywords",
  0x9c9f: "XPSubject",
};

/** Value types (TIFF 6.0, section 2). */
export const valueType = { byte: 1, ascii: 2, long: 4, undefined: 7, utf8: 129 } as const;
