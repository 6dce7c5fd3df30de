// The toasts, in a region whose changes screen readers announce.

import { Button, IconButton } from "./button.js";
import { dismissToast, toasts } from "./toasts.js";

export function ToastList() {
  return (
    <div class="toasts stack near" role="status" aria-live="polite" aria-label="Messages">
      {toasts.value.map(({ id, text, action }) => (
        <div class="card row floats toast" key={id}>
          <p class="grow">{text}</p>
          {action !== undefined && (
            <Button
              look="link"
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.text}
            </Button>
          )}
          <IconButton icon="close" name="Dismiss" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}
