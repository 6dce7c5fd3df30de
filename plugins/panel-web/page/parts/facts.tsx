// Facts as names with values, or as sentences.

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

interface BulletsProps {
  readonly texts: readonly string[];
  /** Accessible name. */
  readonly name?: string;
  /** More classes of the list. */
  readonly look?: string;
}

export const Bullets = ({ texts, name, look = "" }: BulletsProps) => (
  <ul class={`bullets ${look}`} aria-label={name}>
    {texts.map((text, index) => (
      <li key={index}>{text}</li>
    ))}
  </ul>
);
