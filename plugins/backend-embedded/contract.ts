// The server for the contract of plugins: an embedded backend brings its own.

const start = () => ({ settings: {}, stop: () => Promise.resolve() });

export default { backends: { embedded: { start } } };
