// @pictor/host/testing: helpers for the tests of plugins.

export { realClock, type Runner } from "@pictor/kernel";
export { createFakeClock, settlePromises, type FakeClock } from "./fake-clock.js";
export {
  createFakeRun,
  createTestRunner,
  type FakeCall,
  type FakeProgram,
  type FakeRun,
} from "./programs.js";
export { createTestPictor, type TestPictor, type TestPictorOptions } from "./test-pictor.js";
export { pluginContract, type ContractCheck, type ContractOptions } from "./contract.js";
