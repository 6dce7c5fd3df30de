// The version of the plugin API.

/** The `apiVersion` of a manifest is a semver range that must contain this version. */
export const apiVersion = "1.0.0";
