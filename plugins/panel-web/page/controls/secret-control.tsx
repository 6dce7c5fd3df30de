// A secret: a reference to where it is kept, or the text that was typed, which is a part of the draft until the draft
// is saved or sent.

import type { TextField } from "@pictor/client";
import { useState } from "preact/hooks";
import { Button } from "../parts/button.js";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools } from "../dialect/tools.js";
import { referenceOf, type Reference } from "../dialect/values.js";
import { isTypedSecret, secretOf, typedText } from "../saving/typed-secrets.js";
import { TextInput } from "../parts/text-input.js";

const texts: Readonly<Record<string, (name: string) => string>> = {
  $secret: (name) => `Stored as ${name}`,
  $env: (name) => `The environment variable ${name}`,
  $file: (name) => `The file ${name}`,
  $token: (name) => `The token of the profile ${name}`,
};

const whereOf = (reference: Reference): string =>
  Object.entries(reference)
    .map(([key, name]) => texts[key]?.(name) ?? name)
    .join();

/** `NAME` becomes `{ "$env": "NAME" }` when the user states that it is an environment variable. */
export function SecretControl(props: ControlProps<TextField>) {
  const { control, value, onChange } = props;
  const { takesSecrets = false, Text } = useFormTools();
  // In a form that takes no secrets, a name is typed that becomes a reference.
  const [name, setName] = useState("");
  const reference = isTypedSecret(value) ? undefined : referenceOf(value);
  const isStored = reference !== undefined || value === "***";
  // A secret stands in a value as it was typed, or as a plain text that was imported or that is a variable.
  const typed = takesSecrets ? typedText(value === "***" ? undefined : value) : name;
  const type = (text: string): void => {
    if (!takesSecrets) setName(text);
    else onChange(text === "" ? undefined : secretOf(text));
  };
  const common = { value: typed, placeholder: isStored ? "Type to replace it" : "Not set" };
  return (
    <div class="stack tight">
      {isStored && (
        <div class="row">
          <span class="small grow ellipsis">{reference === undefined ? "Stored" : whereOf(reference)}</span>
          <Button look="link" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        </div>
      )}
      <div class="row">
        {Text !== undefined ? (
          <Text {...common} control={control} isSecret isCode={false} onChange={type} />
        ) : (
          <TextInput {...common} {...control} look="grow" type="password" onText={type} />
        )}
        {/^[A-Za-z_]\w*$/.test(typed) && (
          <Button
            look="plain"
            title="The value is read from the environment variable of this name"
            onClick={() => {
              setName("");
              onChange({ $env: typed });
            }}
          >
            Is a variable
          </Button>
        )}
      </div>
    </div>
  );
}
