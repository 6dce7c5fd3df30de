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
export { createTestFolder, writeTestFiles } from "./test-folder.js";
export { createTestPictor, type TestPictor, type TestPictorOptions } from "./test-pictor.js";
export { pluginContract } from "./contract/plugin-contract.js";
export type { ContractCheck, ContractOptions, ContractSource, NotChecked } from "./contract/rule.js";
export { patience } from "./patience.js";
export { partialBackend } from "./partial-backend.js";
export { fakeBackendKinds, type FakeBackend } from "./fake-backend-kinds.js";
export { extension, fakeExtensions, type FakeExtensions } from "./fake-extensions.js";
export { fakeLifecycle, running, type FakeLifecycle } from "./fake-lifecycle.js";
export { fakeFailures, type FakeFailures } from "./fake-failures.js";
export { fakeMembers, idleMember, type FakeMembers } from "./fake-members.js";
export { posixPath, userConfigurationFile, userDataFile, userVariables } from "./every-system.js";
export { rsaKeys } from "./rsa-keys.js";
export { fakeWork, type FakeWork } from "./fake-work.js";
export { listen, type Listening } from "./listen.js";
export { imageOutput, outgoingRequest, outputContext, outputFile, silentLogger } from "./kernel-records.js";
export { manifestOf } from "./manifest-of.js";
