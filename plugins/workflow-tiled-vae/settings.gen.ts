// Generated from plugin.json by `npm run gen`; do not edit.

export type TiledVaeSettings = {
  /** Unit: px. Default: 512. */
  readonly tileSize: number;
  /** Unit: px. Default: 64. */
  readonly overlap: number;
  /** Frames in a tile of a video. Default: 64. */
  readonly temporalSize: number;
  /** Frames that adjacent tiles of a video share. Default: 8. */
  readonly temporalOverlap: number;
};
