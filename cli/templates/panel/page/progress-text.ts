// What the page shows about a job: a function without a browser, so that a test needs none.

/** `overall` is the progress from 0 to 1. */
export const progressText = (state: string, overall?: number): string =>
  overall === undefined ? state : `${state}, ${Math.round(overall * 100)} %`;
