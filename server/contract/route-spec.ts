// What a route of the local API is, and the bodies that requests and replies have.

import type * as api from "@pictor/client";
import type { Scope } from "./scopes.js";

/** The bodies, by the names of schemas/api.schema.json. */
export interface Bodies {
  readonly Answer: api.Answer;
  readonly AttachRequest: api.AttachRequest;
  readonly AuthSchemeList: api.AuthSchemeList;
  readonly AvailableExtensionList: api.AvailableExtensionList;
  readonly BackendKindList: api.BackendKindList;
  readonly BackendList: api.BackendList;
  readonly BackendPromptList: api.BackendPromptList;
  readonly BackendSettings: api.BackendSettings;
  readonly BackendState: api.BackendState;
  readonly BackendStatus: api.BackendStatus;
  readonly CancelRequest: api.CancelRequest;
  readonly CancelResult: api.CancelResult;
  readonly CheckResult: api.CheckResult;
  readonly CertificateList: api.CertificateList;
  readonly TrustedCertificate: api.TrustedCertificate;
  readonly ChoiceList: api.ChoiceList;
  readonly ClassList: api.ClassList;
  readonly ConfirmedRequest: api.ConfirmedRequest;
  readonly CookieClearing: api.CookieClearing;
  readonly CookieJar: api.CookieJar;
  readonly CookieJarChange: api.CookieJarChange;
  readonly Entry: api.Entry;
  readonly EnvironmentChoice: api.EnvironmentChoice;
  readonly EnvironmentDraft: api.EnvironmentDraft;
  readonly EnvironmentList: api.EnvironmentList;
  readonly ExtensionCheck: api.ExtensionCheck;
  readonly ExtensionCheckRequest: api.ExtensionCheckRequest;
  readonly ExtensionInstallRequest: api.ExtensionInstallRequest;
  readonly ExtensionList: api.ExtensionList;
  readonly ExtensionSwitchRequest: api.ExtensionSwitchRequest;
  readonly ExtensionUpdateRequest: api.ExtensionUpdateRequest;
  readonly FeatureList: api.FeatureList;
  readonly FormValues: api.FormValues;
  readonly GraphForm: api.GraphForm;
  readonly GraphFormRequest: api.GraphFormRequest;
  readonly HookChain: api.HookChain;
  readonly Inspection: api.Inspection;
  readonly InstallPlan: api.InstallPlan;
  readonly Job: api.Job;
  readonly JobList: api.JobList;
  readonly JobRequest: api.JobRequest;
  readonly LinkList: api.LinkList;
  readonly LinkRequest: api.LinkRequest;
  readonly LogPage: api.LogPage;
  readonly MemberList: api.MemberList;
  readonly NewToken: api.NewToken;
  readonly NodeClass: api.NodeClass;
  readonly Nothing: api.Nothing;
  readonly Operation: api.Operation;
  readonly OperationList: api.OperationList;
  readonly Picture: api.Picture;
  readonly PictureChange: api.PictureChange;
  readonly PictureIds: api.PictureIds;
  readonly PictureList: api.PictureList;
  readonly PluginInspection: api.PluginInspection;
  readonly PanelAddress: api.PanelAddress;
  readonly PanelList: api.PanelList;
  readonly PluginList: api.PluginList;
  readonly PluginValidation: api.PluginValidation;
  readonly PluginValidationRequest: api.PluginValidationRequest;
  readonly Preset: api.Preset;
  readonly PresetDraft: api.PresetDraft;
  readonly PresetList: api.PresetList;
  readonly ProblemList: api.ProblemList;
  readonly ConfigurationView: api.ConfigurationView;
  readonly CurlCommand: api.CurlCommand;
  readonly CurlRequest: api.CurlRequest;
  readonly CurlText: api.CurlText;
  readonly HttpReply: api.HttpReply;
  readonly HttpRequest: api.HttpRequest;
  readonly ParsedCurl: api.ParsedCurl;
  readonly Profile: api.Profile;
  readonly ProfileActionRequest: api.ProfileActionRequest;
  readonly ProfileDraftActionRequest: api.ProfileDraftActionRequest;
  readonly ProfileCheck: api.ProfileCheck;
  readonly ProfileCheckRequest: api.ProfileCheckRequest;
  readonly ProfileClaims: api.ProfileClaims;
  readonly ProfileDraft: api.ProfileDraft;
  readonly ProfileList: api.ProfileList;
  readonly ProfileResult: api.ProfileResult;
  readonly SentRequestDetails: api.SentRequestDetails;
  readonly SentRequestList: api.SentRequestList;
  readonly SecretList: api.SecretList;
  readonly SecretValue: api.SecretValue;
  readonly PromptCancellation: api.PromptCancellation;
  readonly Question: api.Question;
  readonly QuestionList: api.QuestionList;
  readonly Recalled: api.Recalled;
  readonly SavedBackend: api.SavedBackend;
  readonly SavedWorkflow: api.SavedWorkflow;
  readonly Session: api.Session;
  readonly BackendTest: api.BackendTest;
  readonly ChosenBackend: api.ChosenBackend;
  readonly SessionCode: api.SessionCode;
  readonly SessionRequest: api.SessionRequest;
  readonly SessionAnswer: api.SessionAnswer;
  readonly SessionAnswerRequest: api.SessionAnswerRequest;
  readonly StartRequest: api.StartRequest;
  readonly Ticket: api.Ticket;
  readonly TokenList: api.TokenList;
  readonly TokenRequest: api.TokenRequest;
  readonly UpdateRequest: api.UpdateRequest;
  readonly Upload: api.Upload;
  readonly Workflow: api.Workflow;
  readonly WorkflowDraft: api.WorkflowDraft;
  readonly WorkflowList: api.WorkflowList;
}

export type BodyName = keyof Bodies;

/** A value in the query or in a header, which is sent as text. */
export interface Parameter {
  readonly type: "string" | "integer";
  readonly description: string;
  readonly required?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

/** A body that is a stream of bytes, which the handler reads as it arrives. */
export interface ByteBody {
  /**
   * The accepted content types. None of them may be sent by a page without a CORS preflight, as those of forms and of
   * text may.
   */
  readonly media: readonly string[];
  /** The largest number of bytes. */
  readonly limit: number;
  readonly description: string;
}

export interface RouteReply {
  readonly description: string;
  readonly body?: BodyName;
  /** Media types of a reply that is not JSON. */
  readonly media?: readonly string[];
  /** For a stream of events, the name of the schema of an event in schemas/api.schema.json. */
  readonly items?: string;
}

export interface RouteSpec {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with `{name}` for each parameter. */
  readonly path: string;
  /** The scope that the token must have. `none`: no token is needed. */
  readonly scope: Scope | "none";
  /** Whether a signed link can replace the token. */
  readonly linkable?: true;
  readonly group: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly body?: BodyName;
  /** The body of bytes, if the request has one instead of a JSON body. */
  readonly bytes?: ByteBody;
  /** Replies by status. Every route can also reply with a problem document. */
  readonly replies: Readonly<Record<number, RouteReply>>;
}
