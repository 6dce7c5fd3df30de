// @pictor/host: saved outputs, and what people have decided about them.

export {
  configuredJournal,
  journalFile,
  readJournal,
  selectEntries,
  wordsOf,
  type HistoryEntry,
  type HistoryFilter,
  type Journal,
} from "./journal.js";
export { pictureId, readMarks, writeMark, type Mark } from "./marks.js";
export { mediaFile, mediaOfBytes, type MediaFile } from "./media-bytes.js";
export { moveFromTrash, moveToTrash, trashPath } from "./trash.js";
