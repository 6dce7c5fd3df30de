// The environment variables that Pictor reads.

/** All of them; docs/configuration.md describes each. Other variables are the user's, such as those of `{ "$env": "NAME" }`. */
export const ownVariables = [
  "PICTOR_BACKEND",
  "PICTOR_CONFIG",
  "PICTOR_ENVIRONMENT",
  "PICTOR_LOCAL_SERVER",
  "PICTOR_OWNER",
  "PICTOR_TRUST",
] as const;
