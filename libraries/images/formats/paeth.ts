// The predictor of the PNG filter type Paeth (PNG specification, third edition, section 9.4).

/** Of three neighboring bytes, the one that is nearest to `left + above - corner`. */
export function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
