// The only text field of the page: it passes on what is typed with each key, so that no command runs with an older
// text. The linter refuses every other `<input>` for text.

import type { AllHTMLAttributes, InputHTMLAttributes, Ref, TextareaHTMLAttributes } from "preact";

export type TextElement = HTMLInputElement | HTMLTextAreaElement;

type Attributes = Omit<
  AllHTMLAttributes<TextElement>,
  "class" | "onInput" | "onChange" | "ref" | "rows" | "type" | "value"
>;

export interface TextInputProps extends Attributes {
  readonly value: string;
  /** Default `text`. */
  readonly type?: "text" | "search" | "password" | "number";
  /** Number of lines; absent for a field of one line. */
  readonly rows?: number | undefined;
  /** More classes of the field, such as `mono`. */
  readonly look?: string;
  readonly elementRef?: Ref<TextElement>;
  readonly onText: (text: string, element: TextElement) => void;
  /** Called for Enter without Ctrl, which belongs to the commands of the page. */
  readonly onEnter?: ((event: KeyboardEvent) => void) | undefined;
}

export function TextInput(props: TextInputProps) {
  const { type = "text", rows, look = "", elementRef = null, onText, onEnter, onKeyDown, ...rest } = props;
  const common = {
    autocomplete: "off",
    // What is written in this face is code.
    spellcheck: !look.split(" ").includes("mono"),
    ...rest,
    class: look === "" ? "input" : `input ${look}`,
    ref: elementRef,
    onInput: ({ currentTarget }: { readonly currentTarget: TextElement }) =>
      onText(currentTarget.value, currentTarget),
    ...((onKeyDown ?? onEnter) !== undefined && {
      onKeyDown: (event: KeyboardEvent & { readonly currentTarget: TextElement }) => {
        (onKeyDown as ((event: KeyboardEvent) => void) | undefined)?.(event);
        const isEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
        if (isEnter && !event.defaultPrevented) onEnter?.(event);
      },
    }),
  };
  return rows === undefined ? (
    <input {...({ ...common, type } as InputHTMLAttributes)} />
  ) : (
    <textarea {...(common as TextareaHTMLAttributes)} rows={rows} />
  );
}
