// The icons of the page: strokes of 20 pixels. An icon is decorative, because its button has an accessible name.

/** Paths in a box of 20 by 20. */
const paths = {
  logo: "M10 2.5 12 8l5.5 2L12 12l-2 5.5L8 12l-5.5-2L8 8Z",
  image: "M3 4h14v12H3zM3 13l4-4 3 3 2.5-2.5L17 14M12.5 7.5h.01",
  request: "M3 10h13M11 5l5 5-5 5",
  server: "M3 4h14v5H3zM3 11h14v5H3zM6 6.5h.01M6 13.5h.01",
  keyboard: "M2.5 5h15v10h-15zM6 8h.01M9 8h.01M12 8h.01M15 8h.01M6 12h8",
  close: "m5 5 10 10M15 5 5 15",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  up: "m5 12 5-5 5 5",
  down: "m5 8 5 5 5-5",
  back: "m12 5-5 5 5 5",
  forward: "m8 5 5 5-5 5",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  dice: "M4 4h12v12H4zM7.5 7.5h.01M12.5 12.5h.01M10 10h.01",
  lock: "M5 9h10v7H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  unlock: "M5 9h10v7H5zM7 9V6.5a3 3 0 0 1 5.8-1",
  star: "m10 3 2.1 4.6 5 .6-3.7 3.4 1 4.9L10 14l-4.4 2.5 1-4.9L2.9 8.2l5-.6Z",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6",
  download: "M10 3v10M6 9.5l4 4 4-4M4 16.5h12",
  compare: "M10 3v14M3 5h5v10H3zM12 5h5v10h-5z",
  fullscreen: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  check: "m4 10.5 4 4 8-9",
  copy: "M7 7h9v9H7zM4 13V4h9",
  undo: "M7 5 3.5 8.5 7 12M4 8.5h7.5a4 4 0 0 1 0 8H8",
  redo: "m13 5 3.5 3.5L13 12M16 8.5H8.5a4 4 0 0 0 0 8H12",
  refresh: "M15.5 8A6 6 0 1 0 16 11M16 4v4h-4",
  upload: "M10 14V4M6 7.5l4-4 4 4M4 16.5h12",
  brush: "M16 3 8.5 11M8 11.5c-2 0-3 1.2-3 3-.1 1.2-1 1.7-2 2 3 1 6.5 0 6.5-3 0-1-.6-2-1.5-2Z",
  filter: "M3 5.5h14M6 10h8M8.5 14.5h3",
  play: "M6 4l10 6-10 6Z",
  warning: "M10 3 2.5 16.5h15ZM10 8v4M10 14.5h.01",
  panel: "M3 4h14v12H3zM8 4v12",
  gallery: "M3 4h14v12H3zM12 4v12",
  info: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 9.5V14M10 6.5h.01",
  swap: "M4 7h11l-3-3M16 13H5l3 3",
  next: "M4 10h12M11 5l5 5-5 5M4 5v10",
  handle: "M8 5h.01M12 5h.01M8 10h.01M12 10h.01M8 15h.01M12 15h.01",
  pin: "M7 3h6l-1 6 3 3H5l3-3ZM10 12v5",
  theme: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M10 3v14M10 7l5-2M10 11l7-1M10 15l5-1",
  graph: "M3 4h5v4H3zM12 12h5v4h-5zM8 6h2a2 2 0 0 1 2 2v2.5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, filled = false }: { readonly name: IconName; readonly filled?: boolean }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" {...(filled && { fill: "currentColor" })}>
      <path d={paths[name]} />
    </svg>
  );
}
