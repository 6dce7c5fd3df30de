// What can be done with the request as a whole.

import { Icon } from "../parts/icon.js";
import { Menu } from "../parts/menu.js";
import { showUndo } from "../parts/toasts.js";
import { showCurl } from "./curl/curl-command.js";
import { forgetInlineOperation } from "./auth/profile-operations.js";
import { inlineAuth, missingValues, openRequest, request } from "./draft/current-request.js";
import { emptyRequest } from "./draft/request-draft.js";

export function newRequest(): void {
  const before = { draft: request.value, inline: inlineAuth.value };
  const missing = missingValues.value;
  openRequest({ draft: emptyRequest, inline: {} });
  forgetInlineOperation();
  showUndo("The editor is empty.", () => openRequest(before, missing));
}

export const hasAddress = (): boolean => request.value.url.trim() !== "";

export function RequestMenu() {
  return (
    <Menu
      name="More for the request"
      label={<Icon name="more" />}
      look="button plain icon-only"
      items={[
        { id: "new", text: "New request", run: newRequest },
        { id: "curl", text: "Show as curl command", disabled: !hasAddress(), run: showCurl },
      ]}
    />
  );
}
