// Numbers of things in words. Pure.

/** Such as "1 image" and "2 images". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
