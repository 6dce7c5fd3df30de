// Where a project says which picture it starts from.

import { find, textIn } from "./fields.js";

export interface NamedPicture {
  readonly path?: string;
  readonly note?: string;
}

/** The path on the machine of whoever made the project: it may have to be given anew. */
export function pictureIn(card: unknown): NamedPicture {
  const named = find(card, "LocalFile", "ImagePath", "FullPath", "ImageSourceRelativePath", "Path");
  const path = textIn(named) ?? textIn(find(card, "ImageSource"));
  if (path === undefined)
    return { note: "the project does not say which picture it takes; name it in the setting `image`." };
  return {
    path,
    note: `its picture is ${path}, as the project names it; name another one if it is elsewhere.`,
  };
}
