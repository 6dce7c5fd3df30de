// @pictor/host/testing: what the tests of a plugin need.

export type { Runner } from "@pictor/kernel";
export { createFakeClock, settlePromises, type FakeClock } from "./fake-clock.js";
export {
  createFakeRun,
  createTestRunner,
  type FakeCall,
  type FakeProgram,
  type FakeRun,
} from "./programs.js";
export { createTestKernel, type TestKernel, type TestKernelOptions } from "./test-kernel.js";
export { pluginContract, type ContractCheck, type ContractOptions } from "./contract.js";
