// Starts generations whose gates ask questions and show messages in the name of their jobs.

import type { Pictor } from "@pictor/host";
import type { Generation } from "@pictor/kernel";
import type { ClientInteraction } from "./people.js";

export const generateAsking =
  (pictor: Pick<Pictor, "generate">, people: Pick<ClientInteraction, "for">): Pictor["generate"] =>
  (request) => {
    const ended = new AbortController();
    const interaction = people.for({
      get jobId() {
        return generation.jobId;
      },
      audience: { owner: request.owner },
      signal: ended.signal,
    });
    const generation: Generation = pictor.generate({ ...request, interaction });
    void generation.result.finally(() => ended.abort());
    return generation;
  };
