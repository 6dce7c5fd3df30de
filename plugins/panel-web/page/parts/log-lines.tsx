// A text of a program, as it is, in a box that scrolls.

interface LogLinesProps {
  /** Accessible name. */
  readonly name: string;
  readonly text: string;
  /** More classes of the box. */
  readonly look?: string;
}

export const LogLines = ({ name, text, look = "" }: LogLinesProps) => (
  <pre class={`boxed log-lines ${look}`} tabIndex={0} role="region" aria-label={name}>
    {text}
  </pre>
);
