/** The attributes by which a control belongs to its field. */
export interface ControlAttributes {
  /** The label refers to it. */
  readonly id: string;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean | undefined;
}
