// The mark of what is not saved.

export const UnsavedDot = () => (
  <span class="dot warning" role="img" aria-label="not saved" title="Not saved" />
);
