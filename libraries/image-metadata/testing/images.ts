// Tiny images of 3 x 2 pixels, encoded by Pillow, and metadata to write into them.

import type { MetadataToWrite } from "../image-metadata.js";

const bytesOf = (base64: string): Buffer => Buffer.from(base64, "base64");

/** An image of each kind of WebP file. */
export const webps = {
  lossy: bytesOf(
    "UklGRkQAAABXRUJQVlA4IDgAAADwAQCdASoDAAIAAsBMJagCdLoAArMPyAAA/oOXwW8r8vnlf/0KJZ+vtjlrf/x1RKd5Xhrma7QAAA==",
  ),
  lossless: bytesOf("UklGRiQAAABXRUJQVlA4TBcAAAAvAkAAAA9wCp4r+N7Dfv4DDzc4iOh/CAA="),
  losslessWithAlpha: bytesOf(
    "UklGRjoAAABXRUJQVlA4TC4AAAAvAkAAEBcgEG1TNYTzXEyasNP+fcxGJmCxEUP/im6BQBLsVssGrfYfLpIS0f8I",
  ),
  lossyWithAlpha: bytesOf(
    "UklGRmwAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAA/////2T/AFZQOCA+AAAA8AEAnQEqAwACAALATCWoAnS6AAK6LHzAAP7d7OIMuMuMamqgFaMv+AlrunJWfo0P/iXcS6/RDx8FXy7MAAA=",
  ),
  animated: bytesOf(
    "UklGRo4AAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAAAAAAAAABBTk1GMAAAAAAAAAAAAAIAAAEAAGQAAAJWUDhMFwAAAC8CQAAAD3AKniv43sN+/gMPNziI6H8IAEFOTUYqAAAAAAAAAAAAAgAAAQAAZAAAAFZQOEwRAAAALwJAAAAHUKhSFLn/gYjofwAA",
  ),
  /** With EXIF data of ComfyUI: `prompt:` and `workflow:`. */
  animatedWithGraphs: bytesOf(
    "UklGRgABAABXRUJQVlA4WAoAAAAKAAAAAgAAAQAAQU5JTQYAAAAAAAAAAABBTk1GMAAAAAAAAAAAAAIAAAEAAGQAAAJWUDhMFwAAAC8CQAAAD3AKniv43sN+/gMPNziI6H8IAEFOTUYqAAAAAAAAAAAAAgAAAQAAZAAAAFZQOEwRAAAALwJAAAAHUKhSFLn/gYjofwAARVhJRmoAAABFeGlmAABNTQAqAAAACAACAQ8AAgAAABYAAAAmARAAAgAAACcAAAA8AAAAAHdvcmtmbG93Onsibm9kZXMiOltdfQBwcm9tcHQ6eyIzIjp7ImNsYXNzX3R5cGUiOiJLU2FtcGxlciJ9fQAA",
  ),
} as const;

export const jpegs = {
  plain: bytesOf(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAWEAEBAQAAAAAAAAAAAAAAAAAAARH/xAAUAQEAAAAAAAAAAAAAAAAAAAAE/8QAFREBAQAAAAAAAAAAAAAAAAAAAAH/2gAMAwEAAhEDEQA/AJyZMgAxkf/Z",
  ),
  /** With the same EXIF data. */
  withGraphs: bytesOf(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/4QBsRXhpZgAATU0AKgAAAAgAAgEPAAIAAAAWAAAAJgEQAAIAAAAnAAAAPAAAAAB3b3JrZmxvdzp7Im5vZGVzIjpbXX0AcHJvbXB0OnsiMyI6eyJjbGFzc190eXBlIjoiS1NhbXBsZXIifX0AAP/bAEMAKBweIx4ZKCMhIy0rKDA8ZEE8Nzc8e1hdSWSRgJmWj4CMiqC05sOgqtqtiozI/8va7vX///+bwf////r/5v3/+P/bAEMBKy0tPDU8dkFBdviljKX4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+P/AABEIAAIAAwMBIgACEQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAAA//EABYQAQEBAAAAAAAAAAAAAAAAAAABEf/EABQBAQAAAAAAAAAAAAAAAAAAAAT/xAAVEQEAAAAAAAAAAAAAAAAAAAAAAf/aAAwDAQACEQMRAD8AnJkyADGR/9k=",
  ),
} as const;

/** The graphs in the EXIF data of ComfyUI. */
export const serverGraphs = { prompt: '{"3":{"class_type":"KSampler"}}', workflow: '{"nodes":[]}' } as const;

/** Metadata with characters of Latin-1, beyond Latin-1, and beyond 16 bits. */
export const metadata: MetadataToWrite = {
  parameters:
    "ein Leuchtturm über der See, 灯台 🌊\nNegative prompt: Nebel, 霧\nSteps: 20, Seed: 42, Size: 3x2",
  record: {
    version: 1,
    workflow: "txt2img",
    params: { prompt: "ein Leuchtturm über der See, 灯台 🌊", steps: 20 },
    features: [{ id: "lora", settings: { name: "größe.safetensors" } }],
    prompt: { positive: "ein Leuchtturm über der See, 灯台 🌊", negative: "Nebel, 霧" },
    seed: "18446744073709551615",
    batch: 1,
    index: 2,
    place: 0,
    plugins: { "workflow-txt2img": "0.1.0" },
    backend: { name: "studio", kind: "remote", version: "0.8.0" },
  },
};
