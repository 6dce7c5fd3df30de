// The foot of the form, which is always visible: the error of the whole request, the button Generate, presets.

import type { ComponentChildren } from "preact";
import { faultyText } from "../../api/errors.js";
import { ErrorNote } from "../../parts/error-note.js";
import { Icon } from "../../parts/icon.js";
import { keyLabel } from "../../shell/keys.js";
import { formError, formFaults, pendingSubmissions } from "./submission.js";

interface FormFootProps {
  readonly onGenerate: () => void;
  /** Content above the button Generate. */
  readonly above: ComponentChildren;
  /** Content beside the button Generate. */
  readonly children: ComponentChildren;
}

export function FormFoot({ onGenerate, above, children }: FormFootProps) {
  const faulty = formFaults.value.length;
  return (
    <div class="form-foot stack near">
      <ErrorNote error={formError.value} />
      {formError.value === undefined && faulty > 0 && (
        <p class="fault row small error">
          <Icon name="warning" /> {faultyText(faulty)}
        </p>
      )}
      {above}
      <div class="row">
        <button
          type="button"
          class="button primary generate grow"
          aria-busy={pendingSubmissions.value > 0}
          aria-keyshortcuts="Control+Enter"
          onClick={onGenerate}
        >
          Generate <kbd aria-hidden="true">{keyLabel("mod+Enter")}</kbd>
        </button>
        {children}
      </div>
    </div>
  );
}
