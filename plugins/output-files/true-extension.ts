// The file extension that the first bytes of a file prove. A backend chooses the names of its files freely.

import { extname } from "node:path";
import { extensionsOfBytes } from "@pictor/kernel/plugin";

/** Extensions of files that have no signature and that no system executes when they are opened. */
const passive = new Set([
  ...[".txt", ".json", ".csv", ".srt", ".vtt", ".md", ".yaml", ".bvh"],
  ...[".latent", ".safetensors", ".npy", ".npz", ".ply", ".splat", ".ksplat", ".spz"],
  ...[".obj", ".mtl", ".stl", ".gltf", ".fbx", ".usdz", ".hdr", ".psd", ".tga", ".aac"],
]);

/**
 * The extension for a file with these first bytes. The name decides only among types that the bytes allow: `.bin` if its
 * extension stands for a type that the bytes do not have, or for an executable one.
 */
export function trueExtension(head: Uint8Array, filename: string): string {
  const named = extname(filename).toLowerCase();
  const allowed = extensionsOfBytes(head);
  if (allowed[0] !== undefined) return allowed.includes(named) ? named : allowed[0];
  return passive.has(named) ? named : ".bin";
}
