// Generated from the operations of features and server/routes by `npm run gen`; do not edit.

import type * as api from "./api.gen.js";

/** What each route takes and gives. */
export interface Routes {
  /** Whether the server answers. */ readonly health: { readonly input: object; readonly reply: api.Nothing };
  /** Metrics of the jobs, of the members of open backends, and of the process, for Prometheus. */ readonly readMetrics: {
    readonly input: {
      readonly query?: {
        /** Names of backends, separated by commas, that are opened if they are not open yet */ readonly backends?: string;
      };
    };
    readonly reply: Response;
  };
  /** The server, its limits, and what the token may do. */ readonly entry: {
    readonly input: object;
    readonly reply: api.Entry;
  };
  /** The description of this API (OpenAPI 3.1). */ readonly openapi: {
    readonly input: object;
    readonly reply: Response;
  };
  /** Exchange the code of a page's address for the token of a session. */ readonly openSession: {
    readonly input: { readonly body: api.SessionCode };
    readonly reply: api.Session;
  };
  /** A ticket for the handshake of the event socket. */ readonly createTicket: {
    readonly input: { readonly body?: api.Nothing };
    readonly reply: api.Ticket;
  };
  /** The tokens that are kept, without their texts. */ readonly listTokens: {
    readonly input: object;
    readonly reply: api.TokenList;
  };
  /** Create a token that outlives the server. */ readonly createToken: {
    readonly input: { readonly body: api.TokenRequest };
    readonly reply: api.NewToken;
  };
  /** Change the quota of a token; the change applies at once. */ readonly changeToken: {
    readonly input: { readonly params: { readonly id: string }; readonly body: api.TokenChange };
    readonly reply: api.Token;
  };
  /** Revoke a token, and close its sockets. */ readonly revokeToken: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** Ask the open pages of administrators to let this page of a panel in; they show the same user code. */ readonly requestSession: {
    readonly input: { readonly body?: api.Nothing };
    readonly reply: api.SessionRequest;
  };
  /** Whether the page was let in; then with its token, once. */ readonly readSessionAnswer: {
    readonly input: { readonly body: api.SessionAnswerRequest };
    readonly reply: api.SessionAnswer;
  };
  /** Addresses of images that work for a limited time without the token, for <img src>. */ readonly createLinks: {
    readonly input: { readonly body: api.LinkRequest };
    readonly reply: api.LinkList;
  };
  /** The workflows with their settings. */ readonly listWorkflows: {
    readonly input: object;
    readonly reply: api.WorkflowList;
  };
  /** One workflow with its settings. */ readonly readWorkflow: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Workflow;
  };
  /** The features with their settings. */ readonly listFeatures: {
    readonly input: object;
    readonly reply: api.FeatureList;
  };
  /** The kinds of backends with their settings. */ readonly listBackendKinds: {
    readonly input: object;
    readonly reply: api.BackendKindList;
  };
  /** The backend instances. */ readonly listBackends: {
    readonly input: object;
    readonly reply: api.BackendList;
  };
  /** An instance, as it answers now. */ readonly readBackend: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.BackendState;
  };
  /** The node classes of a backend by name. */ readonly listNodeClasses: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: {
        /** A part of the name, or a whole output type */ readonly search?: string;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.ClassList;
  };
  /** A node class in the catalog of a backend. */ readonly readNodeClass: {
    readonly input: { readonly params: { readonly name: string; readonly class: string } };
    readonly reply: api.NodeClass;
  };
  /** The choices of a setting with x-optionsFrom, from the catalog of a backend. */ readonly listChoices: {
    readonly input: {
      readonly query: {
        /** Node class */ readonly class: string;
        /** Input of the class */ readonly input: string;
        /** Only choices that contain every word; default: all */ readonly search?: string;
        /** Reads the choices from the backend again, as after files were added to it; default false */ readonly refresh?: string;
        /** Name of an instance; default: as for a job */ readonly backend?: string;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.ChoiceList;
  };
  /** The plugins and their states. */ readonly listPlugins: {
    readonly input: object;
    readonly reply: api.PluginList;
  };
  /** The problems of all plugins. */ readonly listProblems: {
    readonly input: object;
    readonly reply: api.ProblemList;
  };
  /** A plugin: its manifest, and the positions of its taps. */ readonly readPlugin: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.PluginInspection;
  };
  /** The handlers of a hook, in the order in which they run. */ readonly readHook: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.HookChain;
  };
  /** Check plugin folders without running their code. */ readonly validatePlugins: {
    readonly input: { readonly body: api.PluginValidationRequest };
    readonly reply: api.PluginValidation;
  };
  /** The servers behind a pool or a queue, and who waits for them. */ readonly listMembers: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.MemberList;
  };
  /** Give a member no further prompts; its running prompts continue. */ readonly drainMember: {
    readonly input: {
      readonly params: { readonly name: string; readonly member: string };
      readonly body?: api.Nothing;
    };
    readonly reply: api.MemberList;
  };
  /** Give a member prompts again. */ readonly resumeMember: {
    readonly input: {
      readonly params: { readonly name: string; readonly member: string };
      readonly body?: api.Nothing;
    };
    readonly reply: api.MemberList;
  };
  /** Let the prompts of a pool or a queue wait, all of them or those of one owner; running prompts continue. */ readonly pauseBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body?: api.PauseRequest };
    readonly reply: api.MemberList;
  };
  /** End the pause of a pool or a queue, or of one owner there. */ readonly resumeBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body?: api.PauseRequest };
    readonly reply: api.MemberList;
  };
  /** The prompts of a queue that have failed or are lost, newest first: those of the token's name, or all for the scopes read and admin. */ readonly listFailures: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: { /** Entries on a page; default 100 */ readonly limit?: number };
    };
    readonly reply: api.FailedPromptList;
  };
  /** Queue a failed prompt again under the same id, although a lost one may have been run. */ readonly retryFailure: {
    readonly input: {
      readonly params: { readonly name: string; readonly id: string };
      readonly body?: api.Nothing;
    };
    readonly reply: api.Nothing;
  };
  /** Forget a failed prompt, with its submission. */ readonly discardFailure: {
    readonly input: { readonly params: { readonly name: string; readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** The extensions that a backend has, and the changes that it can make. */ readonly listExtensions: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.ExtensionList;
  };
  /** The extensions that a backend can install. */ readonly listAvailableExtensions: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: {
        /** Words of title, id, author and description; default: all */ readonly search?: string;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.AvailableExtensionList;
  };
  /** The presets by name, without their values. */ readonly listPresets: {
    readonly input: object;
    readonly reply: api.PresetList;
  };
  /** A preset with its values. */ readonly readPreset: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.Preset;
  };
  /** Create or replace a preset. */ readonly savePreset: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.PresetDraft };
    readonly reply: api.Preset;
  };
  /** Delete a preset. */ readonly deletePreset: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.Nothing;
  };
  /** The authentication schemes with their settings. */ readonly listAuthSchemes: {
    readonly input: object;
    readonly reply: api.AuthSchemeList;
  };
  /** The saved auth settings with their states, without secrets. */ readonly listProfiles: {
    readonly input: object;
    readonly reply: api.ProfileList;
  };
  /** Check a draft of a profile and read its state, and save nothing. */ readonly checkProfile: {
    readonly input: { readonly body: api.ProfileCheckRequest };
    readonly reply: api.ProfileCheck;
  };
  /** The claims of the tokens that were obtained with settings that are not saved. */ readonly readDraftClaims: {
    readonly input: { readonly body: api.ProfileCheckRequest };
    readonly reply: api.ProfileClaims;
  };
  /** One profile with its state, without secrets. */ readonly readProfile: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.Profile;
  };
  /** The claims of a profile's stored tokens, without the tokens and their signatures. */ readonly readProfileClaims: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.ProfileClaims;
  };
  /** Create or replace a profile. */ readonly saveProfile: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ProfileDraft };
    readonly reply: api.ProfileResult;
  };
  /** Delete a profile, its tokens, and the secrets that only it uses. */ readonly deleteProfile: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.ProfileResult;
  };
  /** Undo the last change of a profile; a second call restores the change. */ readonly undoProfile: {
    readonly input: { readonly params: { readonly name: string }; readonly body?: api.Nothing };
    readonly reply: api.ProfileResult;
  };
  /** The names of the secrets; their values cannot be read. */ readonly listSecrets: {
    readonly input: object;
    readonly reply: api.SecretList;
  };
  /** Store a secret, to which profiles and backends refer by its name. */ readonly writeSecret: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.SecretValue };
    readonly reply: api.Nothing;
  };
  /** Delete a secret. */ readonly deleteSecret: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.Nothing;
  };
  /** The loaded configuration files, and whether the project is trusted. */ readonly readConfiguration: {
    readonly input: object;
    readonly reply: api.ConfigurationView;
  };
  /** The {{variables}} that requests can use, by environment; values of references are not shown. */ readonly listEnvironments: {
    readonly input: object;
    readonly reply: api.EnvironmentList;
  };
  /** Use another environment, or none, also after a restart; no configuration file is changed. */ readonly chooseEnvironment: {
    readonly input: { readonly body: api.EnvironmentChoice };
    readonly reply: api.EnvironmentList;
  };
  /** Create an environment or replace its variables, in the configuration file. */ readonly saveEnvironment: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.EnvironmentDraft };
    readonly reply: api.EnvironmentList;
  };
  /** Delete an environment from the configuration file. */ readonly deleteEnvironment: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.EnvironmentList;
  };
  /** The cookies that the active environment keeps from one request to the next, without their values. */ readonly readCookies: {
    readonly input: object;
    readonly reply: api.CookieJar;
  };
  /** Turn the cookies of the active environment on or off, in the configuration file; off also deletes the cookies. */ readonly turnCookies: {
    readonly input: { readonly body: api.CookieJarChange };
    readonly reply: api.CookieJar;
  };
  /** Delete the cookies that the active environment keeps. */ readonly clearCookies: {
    readonly input: { readonly body: api.CookieClearing };
    readonly reply: api.CookieJar;
  };
  /** The certificates that the user trusts though no known authority has signed them. */ readonly listCertificates: {
    readonly input: object;
    readonly reply: api.CertificateList;
  };
  /** Trust one certificate for an origin, instead of any other, or trust none any longer. */ readonly trustCertificate: {
    readonly input: { readonly body: api.TrustedCertificate };
    readonly reply: api.CertificateList;
  };
  /** The saved images, newest first: those of the token's name, or all for the scopes read and admin. */ readonly listPictures: {
    readonly input: {
      readonly query?: {
        /** Words that the prompt, the negative prompt, the model or the workflow must contain, or that are the seed, as `42` or `seed:42` */ readonly search?: string;
        /** Only images of this workflow */ readonly workflow?: string;
        /** Only images whose setting `model` contains this text */ readonly model?: string;
        /** Only images that the token of this name has asked for */ readonly owner?: string;
        /** Only images from this time on, in ISO 8601 */ readonly from?: string;
        /** Only images up to this time, in ISO 8601 */ readonly to?: string;
        /** Only images with, or without, a star */ readonly starred?: string;
        /** `true`: the images in the trash; default: those that are not */ readonly deleted?: string;
        /** Instead of a cursor: how many of the newest matching images are left out */ readonly offset?: number;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.PictureList;
  };
  /** An image with the settings that made it. */ readonly readPicture: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Picture;
  };
  /** Give an image of the token's name a star, or remove the star; for the scope admin, any image. */ readonly changePicture: {
    readonly input: { readonly params: { readonly id: string }; readonly body: api.PictureChange };
    readonly reply: api.Picture;
  };
  /** Move images to the trash. */ readonly deletePictures: {
    readonly input: { readonly body: api.PictureIds };
    readonly reply: api.PictureList;
  };
  /** Move images from the trash back to where they were. */ readonly restorePictures: {
    readonly input: { readonly body: api.PictureIds };
    readonly reply: api.PictureList;
  };
  /** The settings of one of the workflows, features, auth-schemes or backend-kinds as plain JSON Schema. */ readonly readSettingsSchema: {
    readonly input: { readonly params: { readonly kind: string; readonly id: string } };
    readonly reply: Response;
  };
  /** The inputs of a graph as a form, and what the backend lacks for the graph. */ readonly describeGraph: {
    readonly input: { readonly body: api.GraphFormRequest };
    readonly reply: api.GraphForm;
  };
  /** Save a graph as a workflow of the user, instead of an earlier workflow with the same id. */ readonly saveWorkflow: {
    readonly input: { readonly params: { readonly id: string }; readonly body: api.WorkflowDraft };
    readonly reply: api.SavedWorkflow;
  };
  /** Delete a workflow that was saved from a graph. */ readonly deleteWorkflow: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.SavedWorkflow;
  };
  /** The state of the server of a backend, without a request to the server. */ readonly readBackendStatus: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.BackendStatus;
  };
  /** The prompts on a backend: those of the token's name, or those of all clients for the scopes read and admin. */ readonly listBackendPrompts: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: { /** Number of results; default 50 */ readonly limit?: number };
    };
    readonly reply: api.BackendPromptList;
  };
  /** Cancel a prompt of a job of the token's name on a backend; for the scope admin, any prompt. */ readonly cancelBackendPrompt: {
    readonly input: {
      readonly params: { readonly name: string; readonly id: string };
      readonly body?: api.Nothing;
    };
    readonly reply: api.PromptCancellation;
  };
  /** Give a waiting prompt of a job of the token's name another priority; for the scope admin, any prompt. */ readonly setPromptPriority: {
    readonly input: {
      readonly params: { readonly name: string; readonly id: string };
      readonly body: api.PriorityChange;
    };
    readonly reply: api.Nothing;
  };
  /** The settings of a backend, as they are written. */ readonly readBackendSettings: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.BackendSettings;
  };
  /** Whether a backend answers with settings that are not saved; secrets may be texts. */ readonly testBackend: {
    readonly input: { readonly body: api.BackendSettings };
    readonly reply: api.BackendTest;
  };
  /** Choose the backend that is used when none is named. */ readonly chooseBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body?: api.Nothing };
    readonly reply: api.ChosenBackend;
  };
  /** Create an instance, or replace its settings; an open one is closed first. A backend that does not answer does not become the default by itself. */ readonly saveBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.BackendSettings };
    readonly reply: api.SavedBackend;
  };
  /** Remove an instance from the configuration; its files stay. */ readonly deleteBackend: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.Nothing;
  };
  /** The newest lines of the log of a backend's server. */ readonly readBackendLogs: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: {
        /** Maximum number of lines; default 50 */ readonly tail?: number;
        /** `next` of an earlier reply: only lines after it */ readonly since?: string;
      };
    };
    readonly reply: api.LogPage;
  };
  /** The steps of a backend's installation, done and pending. */ readonly readInstallPlan: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.InstallPlan;
  };
  /** Install the server of a backend; finished steps are kept after a failure. */ readonly installBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ConfirmedRequest };
    readonly reply: api.Operation;
  };
  /** Start the server of a backend. */ readonly startBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.StartRequest };
    readonly reply: api.Operation;
  };
  /** Stop the server of a backend, whoever has started it. */ readonly stopBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ConfirmedRequest };
    readonly reply: api.Operation;
  };
  /** Restart the server of a backend, or start it if it is stopped. */ readonly restartBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ConfirmedRequest };
    readonly reply: api.Operation;
  };
  /** Change the version of ComfyUI; the old one is restored if the new one does not start. */ readonly updateBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.UpdateRequest };
    readonly reply: api.Operation;
  };
  /** Which extensions a workflow or a graph needs, and which of them the backend lacks. */ readonly checkExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionCheckRequest };
    readonly reply: api.ExtensionCheck;
  };
  /** Install extensions, after a question. */ readonly installExtensions: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly body: api.ExtensionInstallRequest;
    };
    readonly reply: api.Operation;
  };
  /** Update extensions, after a question. */ readonly updateExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionUpdateRequest };
    readonly reply: api.Operation;
  };
  /** Let the server load extensions again. */ readonly enableExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionSwitchRequest };
    readonly reply: api.Operation;
  };
  /** Keep the server from loading extensions; their files stay. */ readonly disableExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionSwitchRequest };
    readonly reply: api.Operation;
  };
  /** Delete extensions, after a question. */ readonly removeExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionSwitchRequest };
    readonly reply: api.Operation;
  };
  /** Do what the check asks for, after a question, and check again. */ readonly installMissingExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionCheckRequest };
    readonly reply: api.Operation;
  };
  /** Write the versions that a workflow uses now into the lock file of the project. */ readonly lockExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionCheckRequest };
    readonly reply: api.Operation;
  };
  /** Submit a job. */ readonly submitJob: {
    readonly input: {
      readonly headers?: {
        /** The same key with the same body gives the same job, even after a restart of the server */ readonly "idempotency-key"?: string;
        /** `wait=60` replies when the job has ended, or after that many seconds */ readonly prefer?: string;
      };
      readonly body: api.JobRequest;
    };
    readonly reply: api.Job;
  };
  /** Do all that a job does before its first upload, and submit nothing. */ readonly checkJob: {
    readonly input: { readonly body: api.JobRequest };
    readonly reply: api.CheckResult;
  };
  /** The graphs of a job in the API format of ComfyUI, one for each batch; nothing is submitted. */ readonly buildGraphs: {
    readonly input: { readonly body: api.JobRequest };
    readonly reply: Response;
  };
  /** Follow a prompt that is already on a backend: one of the token's name, or any for the scopes read and admin. */ readonly attachJob: {
    readonly input: { readonly body: api.AttachRequest };
    readonly reply: api.Job;
  };
  /** Cancel several jobs of the token's name, or all but some; for the scope admin, those of everybody. */ readonly cancelJobs: {
    readonly input: { readonly body: api.CancelRequest };
    readonly reply: api.CancelResult;
  };
  /** The jobs, newest first: those of the token's name, or all for the scopes read and admin. */ readonly listJobs: {
    readonly input: {
      readonly query?: {
        /** Only jobs in this state; `running` for all that have not ended, `ended` for the rest */ readonly state?: string;
        /** Only jobs of this token's name */ readonly owner?: string;
        /** Only jobs of this instance */ readonly backend?: string;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.JobList;
  };
  /** A job as it is now. */ readonly readJob: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Job;
  };
  /** Cancel a job of the token's name; for the scope admin, any job. */ readonly cancelJob: {
    readonly input: { readonly params: { readonly id: string }; readonly body?: api.Nothing };
    readonly reply: api.Job;
  };
  /** Submit the request of a job again, as a new job. */ readonly retryJob: {
    readonly input: { readonly params: { readonly id: string }; readonly body?: api.Nothing };
    readonly reply: api.Job;
  };
  /** The latest unfinished image of a job, with an ETag. */ readonly readPreview: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: Response;
  };
  /** The bytes of an output; a saved file can be read in ranges. */ readonly readOutput: {
    readonly input: { readonly params: { readonly id: string; readonly index: string } };
    readonly reply: Response;
  };
  /** A small image of a saved output that is a PNG, JPEG or WebP image, with an ETag. */ readonly readOutputThumbnail: {
    readonly input: {
      readonly params: { readonly id: string; readonly index: string };
      readonly query?: {
        /** Pixels of its longer side; default 256. A smaller image keeps its size */ readonly size?: string;
      };
    };
    readonly reply: Response;
  };
  /** Put values into the open forms of the token's name, and of the scopes read and admin, with the event `recall`. */ readonly recall: {
    readonly input: { readonly body: api.FormValues };
    readonly reply: api.Recalled;
  };
  /** Run an action with settings that are not saved; the result has the fields that it fills in. */ readonly runDraftAction: {
    readonly input: {
      readonly params: { readonly action: string };
      readonly body: api.ProfileDraftActionRequest;
    };
    readonly reply: api.Operation;
  };
  /** Run an action of a profile, such as login or refresh. */ readonly runProfileAction: {
    readonly input: {
      readonly params: { readonly name: string; readonly action: string };
      readonly body: api.ProfileActionRequest;
    };
    readonly reply: api.Operation;
  };
  /** Send a request to another server, and wait for its reply. */ readonly sendRequest: {
    readonly input: { readonly body: api.HttpRequest };
    readonly reply: api.HttpReply;
  };
  /** Send a request to another server, and follow its reply as it arrives. */ readonly streamRequest: {
    readonly input: { readonly body: api.HttpRequest };
    readonly reply: Response;
  };
  /** Turn a curl command into the body of a request; nothing is sent. */ readonly parseCurl: {
    readonly input: { readonly body: api.CurlText };
    readonly reply: api.ParsedCurl;
  };
  /** Write a request as a curl command without secrets; nothing is sent. */ readonly formatCurl: {
    readonly input: { readonly body: api.CurlRequest };
    readonly reply: api.CurlCommand;
  };
  /** The requests that were sent, newest first: those of the token's name, or all for the scope admin. */ readonly listSentRequests: {
    readonly input: {
      readonly query?: {
        /** Words that the method, the address or the profile contain */ readonly search?: string;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.SentRequestList;
  };
  /** A request that was sent, to be sent again; without secrets. */ readonly readSentRequest: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.SentRequestDetails;
  };
  /** Forget a request that was sent. */ readonly deleteSentRequest: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** Forget the requests that the token's name has sent; for the scope admin, all requests. */ readonly clearSentRequests: {
    readonly input: { readonly body?: api.Nothing };
    readonly reply: api.Nothing;
  };
  /** The bytes of a reply, for five minutes; as a download, whatever their type. */ readonly readRequestBody: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: Response;
  };
  /** Abort a running request, or forget the body of its reply. */ readonly deleteRequest: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** The bytes of an image or a video, also in ranges. */ readonly readPictureFile: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: Response;
  };
  /** A small image of a PNG, JPEG or WebP image, with an ETag. */ readonly readPictureThumbnail: {
    readonly input: {
      readonly params: { readonly id: string };
      readonly query?: {
        /** Pixels of its longer side; default 256. A smaller image keeps its size */ readonly size?: string;
      };
    };
    readonly reply: Response;
  };
  /** Upload an image or a graph for an input of a workflow, such as its image, its mask or its graph. */ readonly upload: {
    readonly input: {
      /** A PNG, a JPEG or a WebP; or JSON: a workflow of ComfyUI, or a project. A Blob's own type counts. */ readonly bytes:
        Blob | Uint8Array<ArrayBuffer>;
    };
    readonly reply: api.Upload;
  };
  /** An upload. */ readonly readUpload: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Upload;
  };
  /** The bytes of an upload, which is then kept for another day. */ readonly readUploadFile: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: Response;
  };
  /** Delete an upload that no running job uses. */ readonly deleteUpload: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** How an image was made, from its metadata, or what a JSON file holds, and the values that a form can recall; the server keeps nothing. */ readonly inspect: {
    readonly input: {
      /** A PNG, a JPEG or a WebP; or JSON: a workflow of ComfyUI, or a project. A Blob's own type counts. */ readonly bytes:
        Blob | Uint8Array<ArrayBuffer>;
    };
    readonly reply: api.Inspection;
  };
  /** The questions that wait for an answer. */ readonly listQuestions: {
    readonly input: object;
    readonly reply: api.QuestionList;
  };
  /** Answer a question. */ readonly answerQuestion: {
    readonly input: { readonly params: { readonly id: string }; readonly body: api.Answer };
    readonly reply: api.Nothing;
  };
  /** The panels of plugins, and where the server serves them. */ readonly listPanels: {
    readonly input: object;
    readonly reply: api.PanelList;
  };
  /** An address that opens a session of a served panel, once and within a minute. */ readonly openPanel: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.PanelAddress;
  };
  /** The operations of this run of the server, newest first. */ readonly listOperations: {
    readonly input: {
      readonly query?: {
        /** Only operations in this state */ readonly state?: string;
        /** `cursor` of the page before */ readonly cursor?: string;
        /** Entries on a page; default 100 */ readonly limit?: number;
      };
    };
    readonly reply: api.OperationList;
  };
  /** An operation as it is now, with its log. */ readonly readOperation: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Operation;
  };
  /** Cancel an operation: for the token that has started it, and for the scope admin. */ readonly cancelOperation: {
    readonly input: { readonly params: { readonly id: string }; readonly body?: api.Nothing };
    readonly reply: api.Operation;
  };
  /** Server-sent events; with Last-Event-ID, from there on. */ readonly readEvents: {
    readonly input: {
      readonly query?: {
        /** Like Last-Event-ID; default: from now on */ readonly since?: string;
        /** Only these types, separated by commas */ readonly types?: string;
        /** Only events of this job */ readonly job?: string;
      };
      readonly headers?: {
        /** Id of the last event that the client has seen */ readonly "last-event-id"?: string;
      };
    };
    readonly reply: Response;
  };
}

/** A line for each route: path relative to `/v1/`, method, id, and `raw` for a reply that is not JSON. */

export const routes = `../healthz GET health
../metrics GET readMetrics raw
../v1 GET entry
auth-schemes GET listAuthSchemes
backend-kinds GET listBackendKinds
backends GET listBackends
backends/test POST testBackend
backends/{name} GET readBackend
backends/{name} PUT saveBackend
backends/{name} DELETE deleteBackend
backends/{name}/catalog GET listNodeClasses
backends/{name}/catalog/{class} GET readNodeClass
backends/{name}/default PUT chooseBackend
backends/{name}/extensions GET listExtensions
backends/{name}/extensions/available GET listAvailableExtensions
backends/{name}/extensions/check POST checkExtensions
backends/{name}/extensions/disable POST disableExtensions
backends/{name}/extensions/enable POST enableExtensions
backends/{name}/extensions/install POST installExtensions
backends/{name}/extensions/install-missing POST installMissingExtensions
backends/{name}/extensions/lock POST lockExtensions
backends/{name}/extensions/remove POST removeExtensions
backends/{name}/extensions/update POST updateExtensions
backends/{name}/failures GET listFailures
backends/{name}/failures/{id} DELETE discardFailure
backends/{name}/failures/{id}/retry POST retryFailure
backends/{name}/install POST installBackend
backends/{name}/install-plan GET readInstallPlan
backends/{name}/logs GET readBackendLogs
backends/{name}/members GET listMembers
backends/{name}/members/{member}/drain POST drainMember
backends/{name}/members/{member}/resume POST resumeMember
backends/{name}/pause POST pauseBackend
backends/{name}/prompts GET listBackendPrompts
backends/{name}/prompts/{id}/cancel POST cancelBackendPrompt
backends/{name}/prompts/{id}/priority POST setPromptPriority
backends/{name}/restart POST restartBackend
backends/{name}/resume POST resumeBackend
backends/{name}/settings GET readBackendSettings
backends/{name}/start POST startBackend
backends/{name}/status GET readBackendStatus
backends/{name}/stop POST stopBackend
backends/{name}/update POST updateBackend
certificates GET listCertificates
certificates PUT trustCertificate
choices GET listChoices
configuration GET readConfiguration
cookies GET readCookies
cookies PUT turnCookies
cookies/clear POST clearCookies
drafts/actions/{action} POST runDraftAction
drafts/claims POST readDraftClaims
environments GET listEnvironments
environments/active PUT chooseEnvironment
environments/{name} PUT saveEnvironment
environments/{name} DELETE deleteEnvironment
events GET readEvents raw
features GET listFeatures
graph-forms POST describeGraph
hooks/{name} GET readHook
inspect POST inspect
jobs POST submitJob
jobs GET listJobs
jobs/attach POST attachJob
jobs/cancel POST cancelJobs
jobs/check POST checkJob
jobs/graphs POST buildGraphs raw
jobs/{id} GET readJob
jobs/{id}/cancel POST cancelJob
jobs/{id}/outputs/{index} GET readOutput raw
jobs/{id}/outputs/{index}/thumbnail GET readOutputThumbnail raw
jobs/{id}/preview GET readPreview raw
jobs/{id}/retry POST retryJob
links POST createLinks
openapi.json GET openapi raw
operations GET listOperations
operations/{id} GET readOperation
operations/{id}/cancel POST cancelOperation
panels GET listPanels
panels/{id}/open POST openPanel
pictures GET listPictures
pictures/delete POST deletePictures
pictures/restore POST restorePictures
pictures/{id} GET readPicture
pictures/{id} PATCH changePicture
pictures/{id}/file GET readPictureFile raw
pictures/{id}/thumbnail GET readPictureThumbnail raw
plugins GET listPlugins
plugins/validate POST validatePlugins
plugins/{id} GET readPlugin
presets GET listPresets
presets/{name} GET readPreset
presets/{name} PUT savePreset
presets/{name} DELETE deletePreset
problems GET listProblems
profiles GET listProfiles
profiles/check POST checkProfile
profiles/{name} GET readProfile
profiles/{name} PUT saveProfile
profiles/{name} DELETE deleteProfile
profiles/{name}/actions/{action} POST runProfileAction
profiles/{name}/claims GET readProfileClaims
profiles/{name}/undo POST undoProfile
questions GET listQuestions
questions/{id} POST answerQuestion
recall POST recall
request-history GET listSentRequests
request-history/clear POST clearSentRequests
request-history/{id} GET readSentRequest
request-history/{id} DELETE deleteSentRequest
requests POST sendRequest
requests/format-curl POST formatCurl
requests/parse-curl POST parseCurl
requests/stream POST streamRequest raw
requests/{id} DELETE deleteRequest
requests/{id}/body GET readRequestBody raw
secrets GET listSecrets
secrets/{name} PUT writeSecret
secrets/{name} DELETE deleteSecret
session POST openSession
session/requests POST requestSession
session/requests/answer POST readSessionAnswer
settings-schemas/{kind}/{id} GET readSettingsSchema raw
tickets POST createTicket
tokens GET listTokens
tokens POST createToken
tokens/{id} PATCH changeToken
tokens/{id} DELETE revokeToken
uploads POST upload
uploads/{id} GET readUpload
uploads/{id} DELETE deleteUpload
uploads/{id}/file GET readUploadFile raw
workflows GET listWorkflows
workflows/{id} GET readWorkflow
workflows/{id} PUT saveWorkflow
workflows/{id} DELETE deleteWorkflow`;
