// The current place in the page: the address behind `#/`, such as `backends/studio`.

import { computed, signal } from "@preact/signals";

const read = (): string => location.hash.replace(/^#\/?/, "");
const place = signal(read());
addEventListener("hashchange", () => (place.value = read()));

/** Id of a view; empty in the first address. */
export const placeView = computed(() => place.value.split("/")[0] ?? "");
/** The part of the address behind the view, such as the name of a backend. */
export const placeDetail = computed(() => {
  const detail = place.value.split("/").slice(1).join("/");
  try {
    return decodeURIComponent(detail);
  } catch {
    return detail;
  }
});

export function goTo(view: string, detail = ""): void {
  location.hash = `#/${view}${detail === "" ? "" : `/${encodeURIComponent(detail)}`}`;
}
