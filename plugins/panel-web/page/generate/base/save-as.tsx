// The dialog that saves under a name, and asks before it replaces what has the name.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { InputField } from "../../parts/field.js";
import { Form } from "../../parts/form.js";
import type { Closable } from "../../shell/open-dialog.js";

interface SaveAsProps extends Closable {
  readonly title: string;
  /** What is saved, such as "preset". */
  readonly noun: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly waitsFor?: string | undefined;
  /** The title of what has the name; undefined if the name is free. */
  readonly takenBy: (name: string) => string | undefined;
  /** Why nothing can be saved under a name. */
  readonly faultOf?: (name: string) => string | undefined;
  readonly about?: (name: string) => ComponentChildren;
  readonly save: (name: string, signal: AbortSignal) => Promise<void>;
  /** Further fields. */
  readonly children?: ComponentChildren;
}

export function SaveAs(props: SaveAsProps) {
  const { title, noun, placeholder, waitsFor, takenBy, faultOf, about, save, onClose, children } = props;
  const [typed, setTyped] = useState("");
  /** The name of which the user was asked. */
  const [asked, setAsked] = useState<string>();
  const attempt = useAttempt(waitsFor);
  const name = typed.trim();
  const taken = takenBy(name);
  const fault = faultOf?.(name);
  const isAsking = taken !== undefined && asked === name;
  const cannotSave = name === "" || fault !== undefined || attempt.isBusy;
  const submit = (): void => {
    if (cannotSave) return;
    if (taken !== undefined && !isAsking) {
      setAsked(name);
      return;
    }
    void attempt.run(async (signal) => {
      await save(name, signal);
      onClose();
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        <InputField
          label="Name"
          fault={fault}
          about={about?.(name)}
          autofocus
          maxLength={props.maxLength}
          placeholder={placeholder}
          value={typed}
          onText={setTyped}
        />
        {children}
        <p role="status" class="warning">
          {isAsking ? `There is a ${noun} named ${taken}. Saving replaces it.` : ""}
        </p>
        <AttemptNote of={attempt} />
        <div class="row">
          <Button submits look="primary" disabled={cannotSave}>
            {isAsking ? `Replace ${taken}` : "Save"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
