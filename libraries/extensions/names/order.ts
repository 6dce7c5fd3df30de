// Orders by the codes of characters, which are the same on every machine. Pure.

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  compareTexts(a.id, b.id);

export const byPlace = (a: { readonly place: string }, b: { readonly place: string }): number =>
  compareTexts(a.place, b.place);
