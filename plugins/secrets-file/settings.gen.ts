// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Default: secrets.json in the folder pictor of your data directory. Default: "". */
  readonly path: string;
  /** Encrypts the file (AES-256-GCM, key from scrypt); without one it is not encrypted. Default: "". */
  readonly passphrase: string;
};
