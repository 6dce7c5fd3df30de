// Facts as names with values.

import type { ComponentChildren } from "preact";

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A fact of a list with the class `facts`; nothing without content. */
export const Fact = ({ name, children }: FactProps) =>
  children ? (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  ) : null;

interface PairsProps {
  /** Texts by their names. */
  readonly pairs: readonly (readonly [name: string, text: string])[];
  /** More classes, such as `mono`. */
  readonly look?: string;
}

export const Pairs = ({ pairs, look = "" }: PairsProps) => (
  <dl class={`pairs ${look}`}>
    {pairs.map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{text}</dd>
      </div>
    ))}
  </dl>
);
