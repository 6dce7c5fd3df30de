// Generated from plugin.json by `npm run gen`; do not edit.

export type TiledVaeSettings = {
  /** Unit: px. Default: 512. */
  readonly tileSize: number;
  /** Unit: px. Default: 64. */
  readonly overlap: number;
  /** Frames in a tile, for videos. Default: 64. */
  readonly temporalSize: number;
  /** Frames that neighbouring tiles share. Default: 8. */
  readonly temporalOverlap: number;
};
