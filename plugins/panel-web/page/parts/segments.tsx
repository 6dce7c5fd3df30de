// A choice among few values, all of which are visible.

interface SegmentsProps<Value extends string> {
  /** Accessible name of the choice. */
  readonly name: string;
  /** The values with their texts. */
  readonly choices: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export const Segments = <Value extends string>({ name, choices, value, onChange }: SegmentsProps<Value>) => (
  <div class="segments" role="radiogroup" aria-label={name}>
    {choices.map(([each, text]) => (
      <label key={each} class="segment">
        <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
        <span>{text}</span>
      </label>
    ))}
  </div>
);
