// A field for the words that are looked for in a list or a text.

import { TextInput, type TextInputProps } from "./text-input.js";

interface SearchInputProps extends Omit<TextInputProps, "type" | "name"> {
  /** What it does, as accessible name and, unless another one is given, as placeholder. */
  readonly name: string;
}

export const SearchInput = ({ name, placeholder = name, ...rest }: SearchInputProps) => (
  <TextInput type="search" aria-label={name} placeholder={placeholder} {...rest} />
);
