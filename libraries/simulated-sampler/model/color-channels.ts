// Converts between RGB and the first three latent channels: lightness and two color differences, 0 at middle gray.

const LIGHTNESS = 3;
const RED_BLUE = 2;
const GREEN = 2.5;

/** Converts `count` cells of interleaved RGB (0 to 1) to three planes of `count` values. */
export function colorsToChannels(rgb: Float32Array, count: number): Float32Array {
  const channels = new Float32Array(count * 3);
  for (let i = 0; i < count; i += 1) {
    const [r, g, b] = [rgb[i * 3] as number, rgb[i * 3 + 1] as number, rgb[i * 3 + 2] as number];
    channels[i] = ((r + g + b) / 3 - 0.5) * LIGHTNESS;
    channels[count + i] = (r - b) * RED_BLUE;
    channels[2 * count + i] = (g - (r + b) / 2) * GREEN;
  }
  return channels;
}

/** The inverse of `colorsToChannels`. */
export function channelsToColors(channels: Float32Array, count: number): Float32Array {
  const rgb = new Float32Array(count * 3);
  for (let i = 0; i < count; i += 1) {
    const mean = (channels[i] as number) / LIGHTNESS + 0.5;
    const redBlue = (channels[count + i] as number) / RED_BLUE;
    const green = (channels[2 * count + i] as number) / GREEN;
    const g = mean + (green * 2) / 3;
    const redPlusBlue = 3 * mean - g;
    rgb[i * 3] = (redPlusBlue + redBlue) / 2;
    rgb[i * 3 + 1] = g;
    rgb[i * 3 + 2] = (redPlusBlue - redBlue) / 2;
  }
  return rgb;
}
