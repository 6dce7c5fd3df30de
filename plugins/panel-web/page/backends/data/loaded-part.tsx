// What was read from the server: on its way, there, or an error with another try.

import type { ComponentChildren } from "preact";
import type { Resource } from "../../api/resource.js";
import { ErrorNote } from "../../parts/error-note.js";

interface LoadedPartProps<T> {
  readonly resource: Resource<T>;
  /** What is being read, such as "the plugins". */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** The newest value stays while it is read again, also when that fails. */
export function LoadedPart<T>({ resource, what, children }: LoadedPartProps<T>) {
  const { value, error, isLoading } = resource.state.value;
  return (
    <>
      {error !== undefined && (
        <ErrorNote
          error={error}
          onRetry={() => {
            void resource.load();
          }}
        />
      )}
      {value !== undefined && children(value)}
      {value === undefined && isLoading && <p class="waiting muted">{`Reading ${what}…`}</p>}
    </>
  );
}
