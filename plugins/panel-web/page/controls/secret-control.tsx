// A secret, whose value in the form is only a reference. Typed text is stored in the secret store of the server.

import { useState } from "preact/hooks";
import { shownError } from "../api/errors.js";
import { Button } from "../parts/button.js";
import { useNewest } from "../parts/use-newest.js";
import type { ControlProps } from "../dialect/control.js";
import type { TextField } from "../dialect/schema.js";
import { useFormTools } from "../dialect/tools.js";
import { referenceOf, type Reference } from "../dialect/values.js";
import { TextInput } from "../parts/text-input.js";

const texts: Readonly<Record<string, (name: string) => string>> = {
  $secret: (name) => `Stored as ${name}`,
  $env: (name) => `The environment variable ${name}`,
  $file: (name) => `The file ${name}`,
  $token: (name) => `The token of the profile ${name}`,
};

const isVariable = (value: unknown): value is string =>
  typeof value === "string" && /^\{\{[^{}]+\}\}$/.test(value);

function textOf(reference: Reference): string {
  return Object.entries(reference)
    .map(([key, name]) => texts[key]?.(name) ?? name)
    .join();
}

/** `NAME` becomes `{ "$env": "NAME" }` when the user states that it is an environment variable. */
export function SecretControl({
  id,
  value,
  pointer,
  isInvalid,
  describedBy,
  onChange,
}: ControlProps<TextField>) {
  const { storeSecret, holdsSecrets = false, Text } = useFormTools();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const change = useNewest(onChange);
  const reference = referenceOf(value);
  const variable = isVariable(value) && !holdsSecrets ? value : undefined;
  const isHeld = holdsSecrets && typeof value === "string" && value !== "";
  const isStored = reference !== undefined || value === "***" || isHeld || variable !== undefined;
  const heldText = isHeld ? "Held until this page is closed" : (variable ?? "Stored");
  const type = (text: string): void => {
    setTyped(text);
    if (holdsSecrets) onChange(text === "" ? undefined : text);
  };
  const store = (): void => {
    if (storeSecret === undefined || typed === "") return;
    // A variable is no secret itself: the value of the environment is filled in.
    if (isVariable(typed)) {
      setTyped("");
      onChange(typed);
      return;
    }
    setFault(undefined);
    storeSecret(pointer, typed).then(
      (stored) => {
        // What the user has typed meanwhile stays.
        setTyped((text) => (text === typed ? "" : text));
        change(stored);
      },
      (error: unknown) => {
        setFault(shownError(error).text);
      },
    );
  };
  return (
    <div class="stack tight">
      {isStored && (
        <div class="row">
          <span class="small grow ellipsis">{reference === undefined ? heldText : textOf(reference)}</span>
          <Button
            look="link"
            onClick={() => {
              setTyped("");
              onChange(undefined);
            }}
          >
            Remove
          </Button>
        </div>
      )}
      <div class="row">
        {Text !== undefined ? (
          <Text
            {...{ id, isInvalid, describedBy }}
            isSecret
            isCode={false}
            value={typed}
            placeholder={isStored ? "Type to replace it" : "Not set"}
            onChange={type}
            onEnter={store}
          />
        ) : (
          <TextInput
            id={id}
            look="grow"
            type="password"
            autocomplete="off"
            value={typed}
            placeholder={isStored ? "Type to replace it" : "Not set"}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            onText={type}
            onEnter={store}
          />
        )}
        {typed !== "" && storeSecret !== undefined && (
          <Button onClick={store}>{isVariable(typed) ? "Use it" : "Store it"}</Button>
        )}
        {typed !== "" && !holdsSecrets && /^\w+$/.test(typed) && (
          <Button
            look="plain"
            title="The value is read from the environment variable of this name"
            onClick={() => {
              onChange({ $env: typed });
              setTyped("");
            }}
          >
            Is a variable
          </Button>
        )}
      </div>
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
