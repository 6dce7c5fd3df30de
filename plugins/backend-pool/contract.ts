// The members for the contract of plugins: two embedded servers.

const embedded = { kind: "embedded" };
const start = () => ({
  settings: { members: ["one", "two"] },
  instances: { one: embedded, two: embedded },
  stop: () => Promise.resolve(),
});

export default { backends: { pool: { start } } };
