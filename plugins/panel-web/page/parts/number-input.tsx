// A text field for a number. Each number that is typed is passed on at once; a text that is none stays until the field
// loses the focus.

import { useEffect, useState } from "preact/hooks";
import { TextInput, type TextInputProps } from "./text-input.js";

interface NumberInputProps extends Omit<TextInputProps, "type" | "value" | "onText" | "onBlur"> {
  readonly value: number | undefined;
  /** Receives undefined when the field was emptied. */
  readonly onNumber: (value: number | undefined) => void;
}

export function NumberInput({ value, onNumber, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string | undefined>();
  const shown = value === undefined ? "" : String(value);
  // A value that the user did not type, such as that of a recalled image, replaces the typed text. A field that the user
  // has emptied stays empty, although its setting gets the default.
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (last !== undefined && value !== last) setTyped(undefined);
    setLast(value);
  }, [value]);
  return (
    <TextInput
      {...rest}
      type="number"
      value={typed ?? shown}
      onText={(text) => {
        const number = text === "" ? undefined : Number(text);
        setTyped(text);
        setLast(number);
        onNumber(number);
      }}
      onBlur={({ currentTarget }) => {
        setTyped(undefined);
        // The browser gives no value for a text that is no number, so that the text would stay beside the value in effect.
        if (currentTarget.validity.badInput) currentTarget.value = shown;
      }}
    />
  );
}
