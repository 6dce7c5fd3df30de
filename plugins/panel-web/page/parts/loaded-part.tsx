// Shows a resource that is read from the server: that it is loading, its value, or an error with a button to try again.

import type { ComponentChildren } from "preact";
import type { Resource } from "../api/resource.js";
import { ErrorNote } from "./error-note.js";

interface LoadedPartProps<T> {
  readonly resource: Resource<T>;
  /** The name of the resource, such as "the plugins". */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** The last value stays visible while it is read again, even if that fails. */
export function LoadedPart<T>({ resource, what, children }: LoadedPartProps<T>) {
  const { value, error, isLoading } = resource.state.value;
  return (
    <>
      <ErrorNote error={error} onRetry={() => void resource.load()} />
      {value !== undefined && children(value)}
      {value === undefined && isLoading && <p class="muted late">{`Reading ${what}…`}</p>}
    </>
  );
}
