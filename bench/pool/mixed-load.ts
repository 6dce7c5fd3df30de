// The mixed load of the library's tests. No package exports what only tests use.

export {
  fewestSwitches,
  mixedLoad,
  roundRobin,
  runLoad,
  waitsOf,
  type LoadResult,
} from "../../libraries/farm/testing/mixed-load.js";
