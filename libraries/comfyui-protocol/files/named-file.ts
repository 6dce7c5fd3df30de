// Reads the name of the requested file from a query of `/view`.
import path from "node:path";
import { splitAnnotation, type FileArea, type FileReference } from "@pictor/comfyui-graph";

const isArea = (area: unknown): area is FileArea => area === "output" || area === "input" || area === "temp";

/** The subfolder may lead outside the area's folder. 400 for a name that no file can have, and for an unknown area. */
export function namedFile(
  filename: string,
  subfolder: string | undefined,
  area: unknown = "output",
): FileReference | 400 {
  const { name, area: annotated = area } = splitAnnotation(filename);
  if (name === "" || name.startsWith("/") || name.includes("..") || name.includes("\0")) return 400;
  if (!isArea(annotated)) return 400;
  return { filename: path.basename(name), subfolder: subfolder ?? "", type: annotated };
}

/** Returns an HTTP status for an invalid query. */
export function namedFileIn(query: URLSearchParams): FileReference | 400 | 404 {
  const filename = query.get("filename");
  if (filename === null) return 404;
  return namedFile(filename, query.get("subfolder") ?? undefined, query.get("type") ?? undefined);
}
