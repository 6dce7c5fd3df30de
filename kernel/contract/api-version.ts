// The version of the plugin API.

/** Manifests name a semver range of this version in `apiVersion`. */
export const apiVersion = "1.0.0";
