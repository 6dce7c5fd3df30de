// Generated from the routes of server/contract by `npm run gen`; do not edit.

import type * as api from "./api.gen.js";

/** What each route takes and gives. */
export interface Routes {
  /** Whether the server answers. */ readonly health: { readonly input: object; readonly reply: api.Nothing };
  /** The server, its limits, and what the token may do. */ readonly entry: {
    readonly input: object;
    readonly reply: api.Entry;
  };
  /** The description of this API (OpenAPI 3.1). */ readonly openapi: {
    readonly input: object;
    readonly reply: Response;
  };
  /** Exchange the code of a page's address for a token that ends with the server. */ readonly openSession: {
    readonly input: { readonly body: api.SessionRequest };
    readonly reply: api.Session;
  };
  /** A ticket for the handshake of the event socket. */ readonly createTicket: {
    readonly input: { readonly body?: api.Nothing };
    readonly reply: api.Ticket;
  };
  /** Addresses of images that work for a limited time without the token, for <img src>. */ readonly createLinks: {
    readonly input: { readonly body: api.LinkRequest };
    readonly reply: api.LinkList;
  };
  /** The tokens that are kept, without their texts. */ readonly listTokens: {
    readonly input: object;
    readonly reply: api.TokenList;
  };
  /** Create a token that outlives the server. */ readonly createToken: {
    readonly input: { readonly body: api.TokenRequest };
    readonly reply: api.NewToken;
  };
  /** Revoke a token, and close its sockets. */ readonly revokeToken: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** The workflows with their settings. */ readonly listWorkflows: {
    readonly input: object;
    readonly reply: api.WorkflowList;
  };
  /** One workflow with its settings. */ readonly readWorkflow: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Workflow;
  };
  /** The add-ons with their settings. */ readonly listFeatures: {
    readonly input: object;
    readonly reply: api.FeatureList;
  };
  /** The authentication schemes with their settings. */ readonly listAuthSchemes: {
    readonly input: object;
    readonly reply: api.AuthSchemeList;
  };
  /** The kinds of backends with their settings. */ readonly listBackendKinds: {
    readonly input: object;
    readonly reply: api.BackendKindList;
  };
  /** The settings of one of the workflows, features, auth-schemes or backend-kinds as plain JSON Schema. */ readonly readSettingsSchema: {
    readonly input: { readonly params: { readonly kind: string; readonly id: string } };
    readonly reply: Response;
  };
  /** The plugins and their states. */ readonly listPlugins: {
    readonly input: object;
    readonly reply: api.PluginList;
  };
  /** The problems of all plugins. */ readonly listProblems: {
    readonly input: object;
    readonly reply: api.ProblemList;
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
  /** The backend instances. */ readonly listBackends: {
    readonly input: object;
    readonly reply: api.BackendList;
  };
  /** An instance, as it answers now. */ readonly readBackend: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.BackendState;
  };
  /** A node class in the catalog of a backend. */ readonly readNodeClass: {
    readonly input: { readonly params: { readonly name: string; readonly class: string } };
    readonly reply: api.NodeClass;
  };
  /** The state of its server, without a request to it. */ readonly readBackendStatus: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.BackendStatus;
  };
  /** Its settings, as they are written. */ readonly readBackendSettings: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.BackendSettings;
  };
  /** Create an instance, or replace its settings; an open one is closed first. */ readonly saveBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.BackendSettings };
    readonly reply: api.SavedBackend;
  };
  /** Remove an instance from the configuration; its files stay. */ readonly deleteBackend: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.Nothing;
  };
  /** The newest lines of the log of its server. */ readonly readBackendLogs: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: {
        /** Number of lines at most; default 50 */ readonly tail?: number;
        /** `next` of an earlier reply: only lines after it */ readonly since?: string;
      };
    };
    readonly reply: api.LogPage;
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
  /** The prompts on a backend, of all clients. */ readonly listBackendPrompts: {
    readonly input: {
      readonly params: { readonly name: string };
      readonly query?: { /** Number of results; default 50 */ readonly limit?: number };
    };
    readonly reply: api.BackendPromptList;
  };
  /** Cancel a prompt on a backend, whoever has submitted it. */ readonly cancelBackendPrompt: {
    readonly input: {
      readonly params: { readonly name: string; readonly id: string };
      readonly body?: api.Nothing;
    };
    readonly reply: api.PromptCancellation;
  };
  /** The steps of its installation, done and pending. */ readonly readInstallPlan: {
    readonly input: { readonly params: { readonly name: string } };
    readonly reply: api.InstallPlan;
  };
  /** Install its server; finished steps are kept after a failure. */ readonly installBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ConfirmedRequest };
    readonly reply: api.Operation;
  };
  /** Start its server. */ readonly startBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.StartRequest };
    readonly reply: api.Operation;
  };
  /** Stop its server, whoever has started it. */ readonly stopBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ConfirmedRequest };
    readonly reply: api.Operation;
  };
  /** Restart its server, or start one that does not run. */ readonly restartBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ConfirmedRequest };
    readonly reply: api.Operation;
  };
  /** Change the version of ComfyUI; the old one is restored if the new one does not start. */ readonly updateBackend: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.UpdateRequest };
    readonly reply: api.Operation;
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
  /** Which extensions a workflow or a graph needs, and which of them the backend lacks. */ readonly checkExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionCheckRequest };
    readonly reply: api.ExtensionCheck;
  };
  /** Do what the check asks for, after a question, and check again. */ readonly installMissingExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionCheckRequest };
    readonly reply: api.Operation;
  };
  /** Write the versions that a workflow uses now into the lock file of the project. */ readonly lockExtensions: {
    readonly input: { readonly params: { readonly name: string }; readonly body: api.ExtensionCheckRequest };
    readonly reply: api.Operation;
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
  /** Follow a prompt that is already on a backend. */ readonly attachJob: {
    readonly input: { readonly body: api.AttachRequest };
    readonly reply: api.Job;
  };
  /** Cancel several jobs, or all but some. */ readonly cancelJobs: {
    readonly input: { readonly body: api.CancelRequest };
    readonly reply: api.CancelResult;
  };
  /** The jobs, newest first. */ readonly listJobs: {
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
  /** Cancel a job. */ readonly cancelJob: {
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
  /** Put values into all open forms, with the event `recall`. */ readonly recall: {
    readonly input: { readonly body: api.FormValues };
    readonly reply: api.Recalled;
  };
  /** The saved auth settings with their states, without secrets. */ readonly listProfiles: {
    readonly input: object;
    readonly reply: api.ProfileList;
  };
  /** Check a draft of a profile, and save nothing. */ readonly checkProfile: {
    readonly input: { readonly body: api.ProfileCheckRequest };
    readonly reply: api.ProfileCheck;
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
  /** Undo the last change of a profile; a second call restores it. */ readonly undoProfile: {
    readonly input: { readonly params: { readonly name: string }; readonly body?: api.Nothing };
    readonly reply: api.ProfileResult;
  };
  /** Run an action of a profile, such as login or refresh. */ readonly runProfileAction: {
    readonly input: {
      readonly params: { readonly name: string; readonly action: string };
      readonly body: api.ProfileActionRequest;
    };
    readonly reply: api.Operation;
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
  /** Send a request to another server, and wait for its reply. */ readonly sendRequest: {
    readonly input: { readonly body: api.HttpRequest };
    readonly reply: api.HttpReply;
  };
  /** Turn a curl command into the body of a request; nothing is sent. */ readonly parseCurl: {
    readonly input: { readonly body: api.CurlText };
    readonly reply: api.ParsedCurl;
  };
  /** Write a request as a curl command without secrets; nothing is sent. */ readonly formatCurl: {
    readonly input: { readonly body: api.CurlRequest };
    readonly reply: api.CurlCommand;
  };
  /** The {{variables}} that requests can use, by environment; values of references are not shown. */ readonly listEnvironments: {
    readonly input: object;
    readonly reply: api.EnvironmentList;
  };
  /** Use another environment, or none, until the server ends; no file is changed. */ readonly chooseEnvironment: {
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
  /** The requests that were sent, newest first: those of the token's name, for the scope admin all. */ readonly listSentRequests: {
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
  /** Forget the requests that the token's name has sent; for the scope admin all. */ readonly clearSentRequests: {
    readonly input: { readonly body?: api.Nothing };
    readonly reply: api.Nothing;
  };
  /** The bytes of a reply, for five minutes; as a download, whatever their type. */ readonly readRequestBody: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: Response;
  };
  /** Abort a request that runs, or forget the body of its reply. */ readonly deleteRequest: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
  };
  /** The saved images, newest first. */ readonly listPictures: {
    readonly input: {
      readonly query?: {
        /** Words that the prompt, the negative prompt, the model or the workflow must contain */ readonly search?: string;
        /** Only images of this workflow */ readonly workflow?: string;
        /** Only images whose setting `model` contains this text */ readonly model?: string;
        /** Only images that the token of this name has asked for */ readonly owner?: string;
        /** Only images from this time on, in ISO 8601 */ readonly from?: string;
        /** Only images up to this time, in ISO 8601 */ readonly to?: string;
        /** Only images with, or without, a star */ readonly starred?: string;
        /** `true`: the images in the trash; default: those that are not */ readonly deleted?: string;
        /** In place of a cursor: how many of the newest matching images are left out */ readonly offset?: number;
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
  /** Give an image a star, or take it away. */ readonly changePicture: {
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
  /** Upload an image for an input of a workflow, such as its image or its mask. */ readonly upload: {
    readonly input: {
      /** A PNG, a JPEG or a WebP. A Blob's own type counts. */ readonly bytes:
        Blob | Uint8Array<ArrayBuffer>;
    };
    readonly reply: api.Upload;
  };
  /** How an image was made, from its metadata, and the values that a form can recall; the server keeps nothing. */ readonly inspect: {
    readonly input: {
      /** A PNG, a JPEG or a WebP. A Blob's own type counts. */ readonly bytes:
        Blob | Uint8Array<ArrayBuffer>;
    };
    readonly reply: api.Inspection;
  };
  /** An upload. */ readonly readUpload: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Upload;
  };
  /** The bytes of an upload; it is kept for a day from then on. */ readonly readUploadFile: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: Response;
  };
  /** Delete an upload that no running job uses. */ readonly deleteUpload: {
    readonly input: { readonly params: { readonly id: string } };
    readonly reply: api.Nothing;
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
        /** As Last-Event-ID; default: from now on */ readonly since?: string;
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

/** Method, path relative to `/v1/`, and `raw` for a reply that is not JSON. */

export const routes: Readonly<Record<keyof Routes, string>> = {
  health: "GET ../healthz",
  entry: "GET ../v1",
  listAuthSchemes: "GET auth-schemes",
  listBackendKinds: "GET backend-kinds",
  listBackends: "GET backends",
  readBackend: "GET backends/{name}",
  saveBackend: "PUT backends/{name}",
  deleteBackend: "DELETE backends/{name}",
  listNodeClasses: "GET backends/{name}/catalog",
  readNodeClass: "GET backends/{name}/catalog/{class}",
  listExtensions: "GET backends/{name}/extensions",
  listAvailableExtensions: "GET backends/{name}/extensions/available",
  checkExtensions: "POST backends/{name}/extensions/check",
  disableExtensions: "POST backends/{name}/extensions/disable",
  enableExtensions: "POST backends/{name}/extensions/enable",
  installExtensions: "POST backends/{name}/extensions/install",
  installMissingExtensions: "POST backends/{name}/extensions/install-missing",
  lockExtensions: "POST backends/{name}/extensions/lock",
  removeExtensions: "POST backends/{name}/extensions/remove",
  updateExtensions: "POST backends/{name}/extensions/update",
  installBackend: "POST backends/{name}/install",
  readInstallPlan: "GET backends/{name}/install-plan",
  readBackendLogs: "GET backends/{name}/logs",
  listBackendPrompts: "GET backends/{name}/prompts",
  cancelBackendPrompt: "POST backends/{name}/prompts/{id}/cancel",
  restartBackend: "POST backends/{name}/restart",
  readBackendSettings: "GET backends/{name}/settings",
  startBackend: "POST backends/{name}/start",
  readBackendStatus: "GET backends/{name}/status",
  stopBackend: "POST backends/{name}/stop",
  updateBackend: "POST backends/{name}/update",
  listChoices: "GET choices",
  readConfiguration: "GET configuration",
  listEnvironments: "GET environments",
  chooseEnvironment: "PUT environments/active",
  saveEnvironment: "PUT environments/{name}",
  deleteEnvironment: "DELETE environments/{name}",
  readEvents: "GET events raw",
  listFeatures: "GET features",
  readHook: "GET hooks/{name}",
  inspect: "POST inspect",
  submitJob: "POST jobs",
  listJobs: "GET jobs",
  attachJob: "POST jobs/attach",
  cancelJobs: "POST jobs/cancel",
  checkJob: "POST jobs/check",
  buildGraphs: "POST jobs/graphs raw",
  readJob: "GET jobs/{id}",
  cancelJob: "POST jobs/{id}/cancel",
  readOutput: "GET jobs/{id}/outputs/{index} raw",
  readOutputThumbnail: "GET jobs/{id}/outputs/{index}/thumbnail raw",
  readPreview: "GET jobs/{id}/preview raw",
  retryJob: "POST jobs/{id}/retry",
  createLinks: "POST links",
  openapi: "GET openapi.json raw",
  listOperations: "GET operations",
  readOperation: "GET operations/{id}",
  cancelOperation: "POST operations/{id}/cancel",
  listPanels: "GET panels",
  openPanel: "POST panels/{id}/open",
  listPictures: "GET pictures",
  deletePictures: "POST pictures/delete",
  restorePictures: "POST pictures/restore",
  readPicture: "GET pictures/{id}",
  changePicture: "PATCH pictures/{id}",
  readPictureFile: "GET pictures/{id}/file raw",
  readPictureThumbnail: "GET pictures/{id}/thumbnail raw",
  listPlugins: "GET plugins",
  validatePlugins: "POST plugins/validate",
  readPlugin: "GET plugins/{id}",
  listPresets: "GET presets",
  readPreset: "GET presets/{name}",
  savePreset: "PUT presets/{name}",
  deletePreset: "DELETE presets/{name}",
  listProblems: "GET problems",
  listProfiles: "GET profiles",
  checkProfile: "POST profiles/check",
  readProfile: "GET profiles/{name}",
  saveProfile: "PUT profiles/{name}",
  deleteProfile: "DELETE profiles/{name}",
  runProfileAction: "POST profiles/{name}/actions/{action}",
  readProfileClaims: "GET profiles/{name}/claims",
  undoProfile: "POST profiles/{name}/undo",
  listQuestions: "GET questions",
  answerQuestion: "POST questions/{id}",
  recall: "POST recall",
  listSentRequests: "GET request-history",
  clearSentRequests: "POST request-history/clear",
  readSentRequest: "GET request-history/{id}",
  deleteSentRequest: "DELETE request-history/{id}",
  sendRequest: "POST requests",
  formatCurl: "POST requests/format-curl",
  parseCurl: "POST requests/parse-curl",
  deleteRequest: "DELETE requests/{id}",
  readRequestBody: "GET requests/{id}/body raw",
  listSecrets: "GET secrets",
  writeSecret: "PUT secrets/{name}",
  deleteSecret: "DELETE secrets/{name}",
  openSession: "POST session",
  readSettingsSchema: "GET settings-schemas/{kind}/{id} raw",
  createTicket: "POST tickets",
  listTokens: "GET tokens",
  createToken: "POST tokens",
  revokeToken: "DELETE tokens/{id}",
  upload: "POST uploads",
  readUpload: "GET uploads/{id}",
  deleteUpload: "DELETE uploads/{id}",
  readUploadFile: "GET uploads/{id}/file raw",
  listWorkflows: "GET workflows",
  readWorkflow: "GET workflows/{id}",
};
