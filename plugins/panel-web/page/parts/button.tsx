// A button: with a text, or with an icon and a name for screen readers and the tooltip.

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.js";

interface ButtonProps {
  readonly onClick?: (() => void) | undefined;
  readonly look?: "primary" | "plain" | "link" | "danger" | undefined;
  readonly disabled?: boolean;
  /** The tooltip: explains why the button is disabled, or adds to its text. */
  readonly title?: string | undefined;
  /** The accessible name, which contains the text. Default: the text. */
  readonly name?: string;
  readonly pressed?: boolean;
  readonly autofocus?: boolean;
  /** Whether the button gets the focus when its card appears, unless the user is typing. */
  readonly isFirst?: boolean;
  /** Whether it submits the form around it. */
  readonly submits?: boolean;
  readonly children?: ComponentChildren;
}

export function Button({ look, name, pressed, autofocus, isFirst, submits = false, ...rest }: ButtonProps) {
  return (
    <button
      type={submits ? "submit" : "button"}
      class={look === undefined ? "button" : `button ${look}`}
      aria-label={name}
      aria-pressed={pressed}
      autoFocus={autofocus}
      data-first={isFirst}
      {...rest}
    />
  );
}

interface IconButtonProps extends Pick<ButtonProps, "onClick" | "disabled" | "pressed"> {
  readonly icon: IconName;
  /** The action of the button, as accessible name and tooltip. */
  readonly name: string;
  readonly filled?: boolean;
  /** Whether the element that the button opens is open. */
  readonly expanded?: boolean;
  /** Id of that element. */
  readonly "aria-controls"?: string;
}

export function IconButton({ icon, name, filled = false, pressed, expanded, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button plain icon-only"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      aria-expanded={expanded}
      {...rest}
    >
      <Icon name={icon} filled={filled} />
    </button>
  );
}
