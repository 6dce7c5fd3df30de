// A QR code, black on white in both themes, because many cameras read no other colors. The encoder is loaded when the
// first code is shown.

import { useRead } from "../api/use-resource.js";

interface QrCodeProps {
  readonly text: string;
  /** Description for screen readers. */
  readonly name: string;
}

/** Number of white modules around the code, as the standard requires. */
const quietZone = 4;

interface Drawn {
  readonly size: number;
  /** SVG path of the black modules. */
  readonly path: string;
}

async function draw(text: string): Promise<Drawn> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { size, path };
}

export function QrCode({ text, name }: QrCodeProps) {
  // A text that is too long gets no code; the address is shown beside it.
  const drawn = useRead(text, () => draw(text));
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      shape-rendering="crispEdges"
    >
      {drawn !== undefined && <path d={drawn.path} fill="#000" />}
    </svg>
  );
}
