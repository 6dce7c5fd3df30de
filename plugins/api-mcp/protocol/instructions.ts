// What the server tells a model about itself when a client connects.

export const instructions = `Pictor makes images on ComfyUI-compatible backends, and sends authenticated HTTP requests.

- generate_image makes images from a prompt. Call it right away for a simple wish; describe_workflow shows what else can be set.
- Images have addresses of the form pictor://images/ID or pictor://jobs/ID/outputs/N. Pass them on as they are: to get_image, to
  describe_image, to regenerate_image, and as the value of a setting that takes a file, such as image of the workflow img2img.
- A job that takes longer than wait_seconds goes on: call get_job with its id until ended is true. cancel_job ends it.
- Images in replies are small versions. Ask get_image with size "full" only if the details matter.
- The message of an error says what was wrong, and often the nearest name. Correct the call and repeat it.`;
