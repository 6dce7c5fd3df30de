// A component whose code is loaded when it is first shown. Until then it shows nothing.

import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { createResource } from "../api/resource.js";

/** If the code cannot be loaded, nothing is shown, and the next time that the component is shown tries again. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = createResource(load);
  return function Lazy(props: Props) {
    useEffect(() => void code.need(), []);
    const { value: Shown } = code.state.value;
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
