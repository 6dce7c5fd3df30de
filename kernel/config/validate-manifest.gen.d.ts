// Type of the generated validator: it fills defaults in place and returns whether the value is valid.

export function validateManifest(value: unknown): boolean;
