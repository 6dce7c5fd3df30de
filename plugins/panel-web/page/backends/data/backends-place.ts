// The backend or section that the view "Backends" shows.

import { computed } from "@preact/signals";
import { placeDetail } from "../../shell/place.js";
import { backendHref, parsePlace, type BackendPart } from "./parse-place.js";

export const backendsPlace = computed(() => parsePlace(placeDetail.value));

export function goToBackend(name: string, part?: BackendPart): void {
  location.hash = backendHref(name, part);
}
