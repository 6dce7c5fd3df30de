// Fields that are sent together: by Enter, or by the button that submits.

import type { ComponentChildren, Ref } from "preact";

interface FormProps {
  readonly look?: string;
  readonly elementRef?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

export const Form = ({ look = "stack", elementRef = null, onSubmit, children }: FormProps) => (
  <form
    class={look}
    ref={elementRef}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
