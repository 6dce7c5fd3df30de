// Which file a query of `/view` means.
import path from "node:path";
import { splitAnnotation, type FileArea } from "../files/annotated-name.js";

export interface ViewedFile {
  readonly area: FileArea;
  readonly subfolder: string;
  readonly filename: string;
}

/** The status of a query that means none. The subfolder may still lead out of the area's folder. */
export function viewedFile(query: URLSearchParams): ViewedFile | 400 | 404 {
  const asked = query.get("filename");
  if (asked === null) return 404;
  const { name, area = query.get("type") ?? "output" } = splitAnnotation(asked);
  if (name === "" || name.startsWith("/") || name.includes("..") || name.includes("\0")) return 400;
  if (area !== "output" && area !== "input" && area !== "temp") return 400;
  return { area, subfolder: query.get("subfolder") ?? "", filename: path.basename(name) };
}
