// A component whose code is loaded when it is first shown. Until then it shows nothing.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

/** If the code cannot be loaded, nothing is shown, and the next time that the component is shown tries again. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  return function Lazy(props: Props) {
    useEffect(() => {
      if (loaded.peek() === undefined)
        load().then(
          (component) => (loaded.value = component),
          () => undefined,
        );
    }, []);
    const Shown = loaded.value;
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
