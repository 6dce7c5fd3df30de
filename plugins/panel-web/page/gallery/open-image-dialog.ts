// Opens a dialog of the gallery: of an image, two images, a result of the stage, or a file that was dropped.

import type { ComponentType } from "preact";
import { features, workflows } from "../api/catalog.js";
import { openDialog, type Closable } from "../shell/open-dialog.js";
import { imageAction } from "./actions.js";

export function openImageDialog<Props extends object>(
  choose: (dialogs: typeof import("./dialogs.js")) => ComponentType<NoInfer<Props> & Closable>,
  props: Props,
): void {
  imageAction.forget();
  for (const each of [workflows, features]) void each.need();
  openDialog(async () => choose(await import("./dialogs.js")), props);
}
