// The EXIF tags that matter here (Exif 3.0, section 4.6; TIFF 6.0, section 8).

export const imageDescription = 0x010e;
export const documentName = 0x010d;
export const software = 0x0131;
/** In the first directory: where the directory of camera data begins. */
export const exifPointer = 0x8769;
/** In the directory of camera data. */
export const exifVersion = 0x9000;
export const userComment = 0x9286;

/** Names of texts, as other programs show them. */
export const textNames: Readonly<Record<number, string>> = {
  [documentName]: "DocumentName",
  [imageDescription]: "ImageDescription",
  0x010f: "Make",
  0x0110: "Model",
  [software]: "Software",
  0x0132: "DateTime",
  0x013b: "Artist",
  0x8298: "Copyright",
};
/** Texts in UTF-16LE, as Windows writes them. */
export const wideTextNames: Readonly<Record<number, string>> = {
  0x9c9b: "XPTitle",
  0x9c9c: "XPComment",
  0x9c9d: "XPAuthor",
  0x9c9e: "XPKeywords",
  0x9c9f: "XPSubject",
};

/** Types of values (TIFF 6.0, section 2). */
export const type = { byte: 1, ascii: 2, long: 4, undefined: 7, utf8: 129 } as const;
