// Noise levels optimized for 10 steps (Sabour et al. 2024, "Align Your Steps"), log-linearly interpolated for other numbers.

const optimized = {
  SD1: [
    14.6146412293, 6.4745760956, 3.8636745985, 2.694615152, 1.8841921177, 1.3943805092, 0.9642583904,
    0.6523686016, 0.3977456272, 0.1515232662, 0.0291671582,
  ],
  SDXL: [
    14.6146412293, 6.3184485287, 3.7681790315, 2.1811480769, 1.3405244945, 0.8620721141, 0.5550693289,
    0.3798540708, 0.2332364134, 0.1114188177, 0.0291671582,
  ],
  SVD: [700, 54.5, 15.886, 7.977, 4.248, 1.789, 0.981, 0.403, 0.173, 0.034, 0.002],
} as const;

/** Returns `steps` levels and a final 0; for a denoise below 1, only the last part of them. */
export function alignYourSteps(kind: keyof typeof optimized, steps: number, denoise: number): number[] {
  const kept = denoise >= 1 ? steps : Math.round(steps * denoise);
  if (kept <= 0) return [];
  const known = optimized[kind];
  const levels = Array.from({ length: steps + 1 }, (_, i) => {
    const at = (i * (known.length - 1)) / steps;
    const low = Math.min(Math.floor(at), known.length - 2);
    const [above, below] = [known[low] as number, known[low + 1] as number];
    return at === low ? above : Math.exp(Math.log(above) + (at - low) * (Math.log(below) - Math.log(above)));
  }).slice(-(kept + 1));
  return [...levels.slice(0, -1), 0];
}
