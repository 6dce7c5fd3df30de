// The commands of the page, which the palette lists and which keys run. A view registers its commands while it is shown.

import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export interface Command {
  readonly id: string;
  readonly title: string;
  /**
   * A key such as `s`, `Delete` or `?`; `mod+k` is Ctrl+K, and on a Mac Command+K. A key without `mod` has no effect
   * while a field has the focus.
   */
  readonly keys?: string;
  /** Whether the command is available. Default: always. */
  readonly isAvailable?: () => boolean;
  readonly run: () => void;
}

const groups = signal<readonly (readonly Command[])[]>([]);

/** The commands of all shown components. Of several commands with the same id, the one that was registered last counts. */
export const commands = computed((): readonly Command[] => [
  ...new Map(groups.value.flat().map((command) => [command.id, command])).values(),
]);

/** Registers commands while a component is shown. The functions of the commands use the latest state of the component. */
export function useCommands(list: readonly Command[]): void {
  const latest = useRef(list);
  latest.current = list;
  const ids = list.map(({ id, title, keys = "" }) => `${id}|${title}|${keys}`).join("\n");
  useEffect(() => {
    const find = (id: string): Command | undefined => latest.current.find((command) => command.id === id);
    const own = latest.current.map(({ id, title, keys }) => ({
      id,
      title,
      ...(keys !== undefined && { keys }),
      isAvailable: () => find(id)?.isAvailable?.() ?? true,
      run: () => find(id)?.run(),
    }));
    groups.value = [...groups.value, own];
    return () => (groups.value = groups.value.filter((each) => each !== own));
  }, [ids]);
}
