// What a reply says about fields that had no effect, or another effect than in the web UI.

export interface Note {
  /** The path of the field, such as `override_settings.sd_vae`. */
  readonly field: string;
  /** A sentence for people. */
  readonly message: string;
}
