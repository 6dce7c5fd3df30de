// Deletes a workflow that the user has saved. Its images and jobs stay.

import type { Workflow } from "@pictor/client";
import { workflows } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { showFailure, showToast } from "../../parts/toasts.js";
import { showWorkflow } from "../base/catalog.js";

export function forgetWorkflow({ id, title }: Workflow): void {
  showToast(`Delete the workflow ${title}? The command and other programs lose it too.`, {
    text: "Delete",
    run: () => {
      calls()
        .deleteWorkflow({ params: { id } })
        .then(async () => {
          showWorkflow("txt2img");
          await workflows.load();
        })
        .catch(showFailure);
    },
  });
}
