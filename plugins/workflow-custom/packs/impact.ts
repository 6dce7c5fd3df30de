// ComfyUI-Impact-Pack: the mode of its wildcard nodes was a switch in older files.

import type { Pack, WidgetRule } from "./pack.js";

const wildcards: WidgetRule = { older: { mode: { true: "populate", false: "fixed" } } };

export const impact: Pack = {
  widgets: { ImpactWildcardProcessor: wildcards, ImpactWildcardEncode: wildcards },
};
