// Generated from plugin.json by `npm run gen`; do not edit.

export type FaceDetailerSettings = {
  /** Model that detects faces, as the backend names it. */
  readonly bboxModel: string;
  /** Model that segments the faces; none when not given. */
  readonly segmModel?: string;
  /** Segment Anything model that refines the segmentation; none when not given. */
  readonly samModel?: string;
  /** Prompt for the faces; the prompt of the image when not given. */
  readonly prompt?: string;
  /** Negative prompt for the faces; the negative prompt of the image when not given. */
  readonly negative?: string;
  /** Faces smaller than this are enlarged to it. Unit: px. Default: 256. */
  readonly guideSize: number;
  /** Whether the face (`bbox`) or the cropped region around it is measured against the guide size. Default: "bbox". */
  readonly guideSizeFor: "bbox" | "crop_region";
  /** Unit: px. Default: 768. */
  readonly maxSize: number;
  /** The steps of the image when not given. */
  readonly steps?: number;
  /** The CFG scale of the image when not given. */
  readonly cfg?: number;
  /** The sampler of the image when not given. */
  readonly sampler?: string;
  /** The scheduler of the image when not given. */
  readonly scheduler?: string;
  /** Denoising strength: how much of a face is sampled again. Default: 0.5. */
  readonly denoise: number;
  /** The seed of the image when not given. */
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
  /** Smaller faces are left unchanged. Unit: px. Default: 10. */
  readonly dropSize: number;
  /** Default: 1. */
  readonly cycle: number;
  /** Default: false. */
  readonly tiledEncode: boolean;
  /** Default: false. */
  readonly tiledDecode: boolean;
};
