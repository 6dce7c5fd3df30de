// The credentials that a server demands.

/** User name and password of HTTP Basic authentication. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
