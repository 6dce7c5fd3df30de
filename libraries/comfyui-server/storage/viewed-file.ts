// Reads the name of the requested file from a query of `/view`.
import path from "node:path";
import { type FileArea, splitAnnotation } from "@pictor/comfyui-graph";

export interface ViewedFile {
  readonly area: FileArea;
  readonly subfolder: string;
  readonly filename: string;
}

/** Returns an HTTP status for an invalid query. The subfolder is not checked here, and may lead outside the area's folder. */
export function viewedFile(query: URLSearchParams): ViewedFile | 400 | 404 {
  const filename = query.get("filename");
  if (filename === null) return 404;
  const { name, area = query.get("type") ?? "output" } = splitAnnotation(filename);
  if (name === "" || name.startsWith("/") || name.includes("..") || name.includes("\0")) return 400;
  if (area !== "output" && area !== "input" && area !== "temp") return 400;
  return { area, subfolder: query.get("subfolder") ?? "", filename: path.basename(name) };
}
