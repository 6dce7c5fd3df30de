// The views of the page, and the current view according to the address. The code of a view is loaded when the view is
// first shown.

import { computed } from "@preact/signals";
import type { ComponentType } from "preact";
import { backends, features, workflows } from "../api/catalog.js";
import { createResource, type Resource } from "../api/resource.js";
import type { IconName } from "../parts/icon.js";
import { placeView } from "../shell/place.js";

export interface View {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly code: Resource<ComponentType>;
  /** What the view reads first: the page begins to read it before the view is drawn. */
  readonly reads?: readonly Pick<Resource<unknown>, "need">[];
}

export const views: readonly [View, ...View[]] = [
  {
    id: "generate",
    title: "Generate",
    icon: "image",
    code: createResource(async () => (await import("../generate/generate-view.js")).GenerateView),
    reads: [workflows, features, backends],
  },
  {
    id: "request",
    title: "Request",
    icon: "request",
    code: createResource(async () => (await import("../request/request-view.js")).RequestView),
  },
  {
    id: "backends",
    title: "Backends",
    icon: "server",
    code: createResource(async () => (await import("../backends/backends-view.js")).BackendsView),
  },
];

export const currentView = computed((): View => views.find(({ id }) => id === placeView.value) ?? views[0]);
