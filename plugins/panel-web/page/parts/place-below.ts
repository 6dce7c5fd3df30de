// The position of a list in the window: below its button or field, or above it if there is more space.

const gap = 4;
const margin = 8;

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Placed {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

/** `size` is the size of the list, `view` the size of the window. */
export function placeBelow(
  button: Box,
  size: { readonly width: number; readonly height: number },
  view: { readonly width: number; readonly height: number },
  side: "left" | "right",
): Placed {
  const below = view.height - button.bottom - gap - margin;
  const above = button.top - gap - margin;
  const isAbove = size.height > below && above > below;
  const maxHeight = Math.max(0, isAbove ? above : below);
  const height = Math.min(size.height, maxHeight);
  const wanted = side === "left" ? button.left : button.right - size.width;
  return {
    left: Math.max(margin, Math.min(wanted, view.width - size.width - margin)),
    top: isAbove ? button.top - gap - height : button.bottom + gap,
    maxHeight,
  };
}

/**
 * Places a list whose position is fixed, as wide as what it belongs to or wider. It is as high as its style and the
 * window allow.
 */
export function placeList(list: HTMLElement, button: Element, side: "left" | "right"): void {
  const { style } = list;
  const box = button.getBoundingClientRect();
  style.minWidth = `${box.width}px`;
  style.maxHeight = "";
  // From the edge of the window, the list is as wide as its texts; where it stood, it may have had less room.
  style.left = "0";
  const { offsetWidth, offsetHeight } = list;
  const size = { width: offsetWidth, height: offsetHeight };
  const place = placeBelow(box, size, { width: innerWidth, height: innerHeight }, side);
  style.left = `${place.left}px`;
  style.top = `${place.top}px`;
  style.maxHeight = `${Math.min(place.maxHeight, offsetHeight)}px`;
}
