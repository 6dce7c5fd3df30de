// The metadata that an image holds, and the metadata to write into an image.

import type { ImageHeader, ReadFormat, Size } from "./base/image-header.js";
import type { ProjectRecord } from "./project/project-record.js";

/** A sound, and a video that does not declare it, have no size. */
export interface ImageMetadata extends Partial<Size> {
  readonly format: ReadFormat;
  /**
   * All texts by keyword. The keyword of an EXIF text is the name of its tag (`UserComment`, `Software`, ...), or for a
   * text such as `prompt:{...}`, which servers write, the word in front of the colon.
   */
  readonly texts: Readonly<Record<string, string>>;
  /** Prompts and settings in the format of the AUTOMATIC1111 web UI; see `parseParameters`. */
  readonly parameters?: string;
  /** Pictor's project record. */
  readonly record?: ProjectRecord;
  /** The graph in API format, as JSON text. */
  readonly prompt?: string;
  /** The graph of ComfyUI's graph editor, as JSON text. */
  readonly workflow?: string;
  /** The project of Stability Matrix, as JSON text. */
  readonly smproj?: string;
  /** Sentences for the user that say which metadata could not be read, and why. Their subject is the image ("It ..."). */
  readonly notes: readonly string[];
}

export interface MetadataToWrite {
  /** Prompts and settings in the format of the AUTOMATIC1111 web UI; lines end with LF. */
  readonly parameters: string;
  readonly record: ProjectRecord;
}

/** Creates the metadata for the image with this header, which is undefined when the file does not declare a size. */
export type MetadataFactory = (header: ImageHeader | undefined) => MetadataToWrite;
