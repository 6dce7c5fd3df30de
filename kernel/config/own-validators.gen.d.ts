// Types of the generated validators: each fills defaults in place and returns whether the value is valid.

export function validateManifest(value: unknown): boolean;
export function validateConfiguration(value: unknown): boolean;
