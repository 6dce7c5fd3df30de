// The list of what can be chosen (WAI-ARIA role "listbox") of a combobox, which keeps the focus. It stands below its
// field, or above it if there is more space.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { placeList } from "./place-below.js";

interface OptionListProps {
  /** Id of the list; the ids of its options begin with this id. */
  readonly id: string;
  /** Accessible name. */
  readonly name: string;
  /** The contents of the options. */
  readonly options: readonly ComponentChildren[];
  /** Index of the option that the keys have reached; -1 for none. */
  readonly active: number;
  /** Index of the option whose value is in effect. Default: the active one. */
  readonly chosen?: number;
  /** Whether the list is shown. Default: if it has options. */
  readonly isOpen?: boolean;
  /** CSS class of each option. */
  readonly look?: string;
  /** CSS class of a list with a place of its own in the page. */
  readonly inPlace?: string;
  readonly onChoose: (index: number) => void;
}

/** The id of an option, for `aria-activedescendant`; undefined if none is active. */
export const activeId = (id: string, active: number): string | undefined =>
  active >= 0 ? `${id}-${active}` : undefined;

export function OptionList(props: OptionListProps) {
  const { id, name, options, active, chosen = active, isOpen = options.length > 0 } = props;
  const { look = "", inPlace, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const isPlaced = isOpen && inPlace === undefined;
  const place = (): void => {
    const field = list.current?.parentElement;
    if (isPlaced && list.current && field) placeList(list.current, field, "left");
  };
  useLayoutEffect(place);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  useEffect(() => {
    if (!isPlaced) return;
    // The field may be in a form that scrolls.
    const follow = ({ target }: Event): void => {
      if (target !== list.current) place();
    };
    const gone = new AbortController();
    addEventListener("scroll", follow, { capture: true, signal: gone.signal });
    addEventListener("resize", follow, { signal: gone.signal });
    return () => gone.abort();
  }, [isPlaced]);
  return (
    <div
      class={inPlace ?? "options boxed floats"}
      role="listbox"
      id={id}
      ref={list}
      aria-label={name}
      hidden={!isOpen}
    >
      {options.map((content, index) => (
        <div
          key={index}
          id={`${id}-${index}`}
          class={`option ${look}`}
          role="option"
          aria-selected={index === chosen}
          data-active={index === active}
          // Prevents the press from taking the focus away from the field, which would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {content}
        </div>
      ))}
      {options.length === 0 && isOpen && <p class="option muted">No choice matches.</p>}
    </div>
  );
}
