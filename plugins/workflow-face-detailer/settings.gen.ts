// Generated from plugin.json by `npm run gen`; do not edit.

export type FaceDetailerSettings = {
  /** Model that finds faces, as the backend names it. */
  readonly bboxModel: string;
  /** Model that outlines them. */
  readonly segmModel?: string;
  /** Segment-anything model that outlines them. */
  readonly samModel?: string;
  /** For the faces; the picture's own when not given. */
  readonly prompt?: string;
  /** For the faces; the picture's own when not given. */
  readonly negative?: string;
  /** Faces smaller than this are enlarged to it. Unit: px. Default: 256. */
  readonly guideSize: number;
  /** What is measured. Default: "bbox". */
  readonly guideSizeFor: "bbox" | "crop_region";
  /** Unit: px. Default: 768. */
  readonly maxSize: number;
  /** Those of the picture when not given. */
  readonly steps?: number;
  /** That of the picture when not given. */
  readonly cfg?: number;
  /** That of the picture when not given. */
  readonly sampler?: string;
  /** That of the picture when not given. */
  readonly scheduler?: string;
  /** How much of a face is made anew. Default: 0.5. */
  readonly denoise: number;
  /** That of the picture when not given. */
  readonly seed?: string;
  /** Unit: px. Default: 5. */
  readonly feather: number;
  /** Default: true. */
  readonly noiseMask: boolean;
  /** Default: false. */
  readonly forceInpaint: boolean;
  /** Default: 0.5. */
  readonly bboxThreshold: number;
  /** Default: 10. */
  readonly bboxDilation: number;
  /** Default: 3. */
  readonly bboxCropFactor: number;
  /** Default: "center-1". */
  readonly samDetectionHint:
    | "center-1"
    | "horizontal-2"
    | "vertical-2"
    | "rect-4"
    | "diamond-4"
    | "mask-area"
    | "mask-points"
    | "mask-point-bbox"
    | "none";
  /** Default: 0. */
  readonly samDilation: number;
  /** Default: 0.93. */
  readonly samThreshold: number;
  /** Default: 0. */
  readonly samBboxExpansion: number;
  /** Default: 0.7. */
  readonly samMaskHintThreshold: number;
  /** Default: "False". */
  readonly samMaskHintUseNegative: "False" | "Small" | "Outter";
  /** Smaller ones are left alone. Unit: px. Default: 10. */
  readonly dropSize: number;
  /** Default: 1. */
  readonly cycle: number;
  /** Default: false. */
  readonly tiledEncode: boolean;
  /** Default: false. */
  readonly tiledDecode: boolean;
};
