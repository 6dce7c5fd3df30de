// The limits of a token: how much the owner of its name may ask for.

import type { Quota, Token } from "@pictor/client";
import { useState } from "preact/hooks";
import { priorities } from "../../draft/draft.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Field } from "../../parts/field.js";
import { Form } from "../../parts/form.js";
import { NumberInput } from "../../parts/number-input.js";
import { SwitchRow } from "../../parts/switch.js";
import { countedLimits, withLimit, withPriority } from "./edit-quota.js";

interface QuotaDialogProps {
  readonly token: Token;
  readonly onSave: (quota: Quota) => void;
  readonly onClose: () => void;
}

export function QuotaDialog({ token: { name, quota = {} }, onSave, onClose }: QuotaDialogProps) {
  const [draft, setDraft] = useState<Quota>(quota);
  return (
    <Dialog title={`Limits of ${name}`} onClose={onClose}>
      <Form onSubmit={() => onSave(draft)}>
        <p class="muted">For an empty field, the limit of the configuration applies.</p>
        {countedLimits.map(([limit, title]) => (
          <Field key={limit} label={title}>
            {(control) => (
              <NumberInput
                {...control}
                min={1}
                value={draft[limit]}
                onNumber={(value) => setDraft(withLimit(draft, limit, value))}
              />
            )}
          </Field>
        ))}
        {priorities.map((priority) => (
          <SwitchRow
            key={priority}
            isOn={draft.priorities?.includes(priority) ?? true}
            onChange={(isOn) => setDraft(withPriority(draft, priority, isOn))}
          >
            {`May choose the priority ${priority}`}
          </SwitchRow>
        ))}
        <div class="row wrap">
          <Button submits>Save</Button>
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
