// Everything of @pictor/extensions.

export {};
