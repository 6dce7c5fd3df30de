// Generated from plugin.json by `npm run gen`; do not edit.

export type QueueSettings = {
  /** Address of Redis or Valkey, with user and password if it needs them: redis://user:password@host:6379/0, or rediss:// for TLS; redis-sentinel:// and redis-cluster:// for several servers. */
  readonly redis: string;
  /** Prefix of every key in Redis. Hosts and workers with the same prefix share one queue. Default: "pictor". */
  readonly prefix: string;
  /** Where inputs and outputs are kept: a folder that all machines share, or a bucket of an S3-compatible store. */
  readonly store: {
    /** A folder that hosts and workers share, such as one on a network drive. */
    readonly folder?: string;
    /** Address of an S3-compatible store, such as https://s3.eu-central-1.amazonaws.com. */
    readonly endpoint?: string;
    /** Name of the bucket, which must exist. */
    readonly bucket?: string;
    /** Prefix of the name of every object. Default: "pictor/". */
    readonly prefix: string;
    /** Name of the auth profile, of the scheme aws-sigv4, that signs the requests; empty for none. Default: "". */
    readonly auth: string;
  };
  /** How long the record of a prompt is kept after its end. Unit: h. Default: 24. */
  readonly recordHours: number;
  /** How long the workers keep a file in the folder of the store after its last use. In a bucket, a lifecycle rule has to delete old files. Unit: h. Default: 168. */
  readonly storeHours: number;
  /** Time without a sign of life from a worker after which a prompt that the worker had taken but not begun goes to another worker. Unit: s. Default: 30. */
  readonly lockSeconds: number;
  /** Time without a sign of life from a worker after which the prompt that the worker had begun counts as lost, because the prompt may have run. Unit: s. Default: 600. */
  readonly lostSeconds: number;
  /** How many times the queue retries a prompt for which a graphics card did not have enough memory, perhaps on another worker; 0 for never. Jobs can ask for attempts of their own. Default: 0. */
  readonly retries: number;
  /** Time until the first retry; each further retry waits twice as long as the one before. Unit: s. Default: 30. */
  readonly retrySeconds: number;
  /** Whether the queue also retries prompts that are lost, which may then be run twice; has no effect while retries is 0. Default: false. */
  readonly retryLost: boolean;
};
