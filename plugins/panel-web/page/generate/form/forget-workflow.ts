// Deletes a workflow that the user has saved. Its images and jobs stay.

import type { Workflow } from "@pictor/client";
import { workflows } from "../../api/catalog.js";
import { shownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { showToast } from "../../parts/toasts.js";
import { showWorkflow } from "../base/catalog.js";
import { formError } from "./submission.js";

async function forget(id: string): Promise<void> {
  await calls().deleteWorkflow({ params: { id } });
  showWorkflow("txt2img");
  await workflows.load();
}

export const forgetWorkflow = ({ id, title }: Workflow): void =>
  showToast(`Delete the workflow ${title}? The command and other programs lose it too.`, {
    text: "Delete",
    run: () => void forget(id).catch((error: unknown) => (formError.value = shownError(error))),
  });
