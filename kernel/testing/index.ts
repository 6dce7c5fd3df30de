// @pictor/kernel/testing: what the tests of a plugin need.

export type { Runner } from "../processes/run.js";
export { createFakeClock, settle, type FakeClock } from "./fake-clock.js";
export {
  createFakeRun,
  createTestRunner,
  type FakeCall,
  type FakeProgram,
  type FakeRun,
} from "./programs.js";
export { createTestKernel, type TestKernel, type TestKernelOptions } from "./test-kernel.js";
export { pluginContract, type ContractCheck, type ContractOptions } from "./contract.js";
