// The credentials of a server: apart from the guard, because the types of its options must need none of Node.

/** User name and password of HTTP Basic authentication. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
