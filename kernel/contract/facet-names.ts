// The names of the facets that a backend can have: the keys of `BackendFacets`.

export const facetNames = [
  "localFiles",
  "localOutput",
  "retention",
  "direct",
  "extensions",
  "lifecycle",
  "installation",
  "members",
  "waiting",
  "work",
  "failures",
] as const;

/** One of `facetNames`. */
export type FacetName = (typeof facetNames)[number];
