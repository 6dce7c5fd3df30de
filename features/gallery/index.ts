// @pictor/features/gallery: saved outputs, with their stars and the trash.

export { Gallery, type ServedFile } from "./gallery.js";
export { galleryOperations, type GalleryContext } from "./operations.js";
export { configuredJournal, journalFile, savedImageId, type HistoryEntry } from "./journal.js";
export type { MediaFile } from "./media-file.js";
export {
  refusalText,
  type ChangeResult,
  type ImageChange,
  type ImageFilter,
  type Refusal,
  type SavedImage,
  type Selection,
} from "./saved-image.js";
export { SavedImages } from "./saved-images.js";
export { sizeOfFile } from "./size-of-file.js";
