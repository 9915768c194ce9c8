import type {
  AssociateAnswer,
  ExtensionInfo,
  FileLocation,
  InferProtocolAnswer,
  KindInfo,
  ReplayAt,
  RunFilterAnswer,
  RunFormat,
  RunView,
  SaidAnswer,
  SectionInsertion,
  SessionSummary,
  SessionsAnswer,
  StoredStep,
  ToolAnswer,
  TreeNode,
  TreeNodes,
} from './lspExtensions';
import type { ReplayQuestion } from './replay';
import { isRedaction } from './replay/export';
import type {
  ReceiverState,
  SendAnswer,
  SendingAddress,
  SendingHeadersAnswer,
  SendingSummary,
} from './sendRunMessages';
import {
  type FieldsOf,
  hasFields,
  isAnything,
  isCount,
  isFlag,
  isJsonObject,
  isListOf,
  isNumber,
  isPath,
  isText,
  nullable,
  optional,
  type Shape,
  typed,
} from './validateShape';

/** Checks whether a request's parameter is a position in a text, which LSP counts in lines and characters. */
export const isPosition = hasFields({ line: isCount, character: isCount }, 'a position: {"line", "character"}');
export const hasUri = hasFields({ uri: isText });
const isFiles = isListOf(hasUri, 'an array of objects with a "uri"');
const isView = isJsonObject as Shape as Shape<RunView>;

/**
 * The client's requests in addition to LSP: the parameters that each requires, and the type of its answer. Parameters without a shape here
 * are passed on unchecked. `serveInNode.ts` has a handler for each request.
 */
export const REQUESTS = {
  /** All kinds, to choose from. */
  'agentEnvelopes/kinds': { answer: typed<KindInfo[]> },
  /** The ids of the kinds that an open file may hold, the most likely first. Compares property names if nothing is recognised. */
  'agentEnvelopes/fittingKinds': { params: { uri: isText }, answer: typed<string[]> },
  /** The edit of the folder's settings file that associates a file with a kind. Null for a file in no folder. */
  'agentEnvelopes/associate': {
    params: {
      uri: isText,
      /** A kind, or `none`; absent to recognise the file by its content. */
      kind: optional(isText),
    },
    answer: nullable<AssociateAnswer>,
  },
  /** A complete envelope to insert at a position, as a snippet with matching layout. */
  'agentEnvelopes/envelope': {
    params: {
      uri: isText,
      position: isPosition,
      /** A snippet's id. */
      snippet: isText,
    },
    answer: nullable<{ text: string; range: FileLocation['range'] }>,
  },
  /** The text of an `agent-envelopes:` document: a rule's page, or a schema for tools that load `$schema`. */
  'agentEnvelopes/document': { params: { uri: isText }, answer: nullable<string> },
  /** The text of a new state registry. */
  'agentEnvelopes/newRegistry': {
    params: {
      featureId: isText,
      branch: isText,
      workflow: isText,
      extensions: isListOf(isText, 'an array of strings'),
    },
    answer: typed<string>,
  },
  /** The optional extensions of a new registry. */
  'agentEnvelopes/extensions': { answer: typed<ExtensionInfo[]> },
  /** Infers a first declaration of a protocol from envelopes in files and folders. Writes nothing. */
  'agentEnvelopes/inferProtocol': {
    params: {
      /** Files and folders. */
      files: isFiles,
      /** The protocol's id. */
      id: isText,
    },
    answer: typed<InferProtocolAnswer>,
  },
  /** The sections that a registry lacks, with the place to insert each. Null if the file is no registry. */
  'agentEnvelopes/missingSections': { params: { uri: isText }, answer: nullable<SectionInsertion[]> },

  /** A page of the children of a node in the tree of runs. */
  'agentEnvelopes/runs/nodes': {
    params: {
      view: isView,
      /** Absent for the roots. */
      parent: optional(isText),
      from: optional(isNumber),
    },
    answer: typed<TreeNodes>,
  },
  /** The number of runs that match an incomplete filter, and completions of it. */
  'agentEnvelopes/runs/filter': { params: { filter: isText }, answer: typed<RunFilterAnswer> },
  /** A page of the steps whose texts contain words. */
  'agentEnvelopes/runs/said': {
    params: {
      /** Words, phrases in quotes, and keys of the run filter, as typed; words must all be in one text. */
      words: isText,
      /** A second run filter that must match as well: the filter of the view. */
      filter: optional(isText),
      /** The name of a store to search; absent for the files of the workspace. */
      source: optional(isText),
      /** The `next` of the previous page. */
      cursor: optional(isText),
      /** The maximum number of matches. */
      limit: isCount,
    },
    answer: typed<SaidAnswer>,
  },
  /** Calls a tool for agents, by its name. */
  'agentEnvelopes/tool': { params: { name: isText, input: isJsonObject }, answer: typed<ToolAnswer> },
  /** The names of the stores that can be searched in addition to the files. */
  'agentEnvelopes/runs/stores': { answer: typed<string[]> },
  /** Loads a run of a store, and returns the place of a step in the index; of the first step if the step is unknown. */
  'agentEnvelopes/runs/storedStep': { params: { run: isText, step: optional(isText) }, answer: typed<StoredStep> },
  /** The nodes from the root of the tree to a step, a run, the step at a position in a file, or a store. */
  'agentEnvelopes/runs/path': {
    params: {
      view: isView,
      run: optional(isText),
      step: optional(isNumber),
      /** The name of a store. */
      source: optional(isText),
      uri: optional(isText),
      position: optional(isPosition),
    },
    answer: typed<TreeNode[]>,
  },
  /** The location that a node opens. Null if it no longer exists. */
  'agentEnvelopes/runs/place': { params: { node: isText }, answer: nullable<FileLocation> },
  /** A run as text to copy or save. Null if the run no longer exists. */
  'agentEnvelopes/runs/text': {
    params: { run: isText, format: isText as Shape<RunFormat> },
    answer: nullable<string>,
  },
  /** The URIs of the JSON files that contain runs. */
  'agentEnvelopes/runs/files': { answer: typed<string[]> },
  /** Reads the workspace again, ignoring all caches. */
  'agentEnvelopes/runs/refresh': { answer: typed<void> },
  /** Nodes of a run's state, from its registry or from its steps. */
  'agentEnvelopes/state/nodes': { params: { run: isText, parent: optional(isText) }, answer: typed<TreeNodes> },

  /** A question of `ReplayQuestions` about a replayed run. Null if the run no longer exists. */
  'agentEnvelopes/replay': {
    params: { run: isText, question: isText as Shape<ReplayQuestion>, params: isAnything },
    answer: typed<unknown>,
  },
  /** The runs in a file, and the step at a position. */
  'agentEnvelopes/replay/at': { params: { uri: isText, position: optional(isPosition) }, answer: typed<ReplayAt> },
  /**
   * Adds files outside of the workspace to the index, each with the logs of its sub-agents. Replaces the files of the last request; reads
   * the rest of files that have grown.
   */
  'agentEnvelopes/replay/files': { params: { files: isFiles }, answer: typed<void> },
  /** The location of a step's envelope, or of a value in it. Null if it no longer exists. */
  'agentEnvelopes/replay/place': {
    params: { run: isText, step: isCount, envelope: isCount, path: optional(isPath) },
    answer: nullable<FileLocation>,
  },

  /** The newest sessions of coding agents on this machine. Until the user has allowed it, lists only the folders that would be searched. */
  'agentEnvelopes/sessions': { params: { isAllowed: optional(isFlag) }, answer: typed<SessionsAnswer> },
  /** The subjects of listed sessions, in the same order; null for a file that is no session. */
  'agentEnvelopes/sessions/summaries': { params: { files: isFiles }, answer: typed<(SessionSummary | null)[]> },

  /**
   * Starts to receive traces by OTLP on this machine into a folder, and lists their runs as those of a workspace folder. Each later change
   * of the state is sent as `RECEIVER_CHANGED`.
   */
  'agentEnvelopes/receiver/start': {
    params: {
      /** The absolute path of the folder to write to. Servers with the same folder share what arrives. */
      folder: isText,
      /** The name of the root node of the received runs. */
      name: isText,
      port: isCount,
      /** The maximum size of the kept files. */
      maxMegabytes: isCount,
      maxDays: isCount,
    },
    answer: typed<ReceiverState>,
  },
  /** Stops receiving. Received runs stay listed. */
  'agentEnvelopes/receiver/stop': { answer: typed<ReceiverState> },

  /** Parses the address of a collector, before anything is sent to it. */
  'agentEnvelopes/sending/address': { params: { address: isText }, answer: typed<SendingAddress> },
  /** Prepares a run for sending. The server keeps the last prepared run, so that exactly this is sent. Null if the run no longer exists. */
  'agentEnvelopes/sending/prepare': {
    params: { run: isText, redaction: isRedaction },
    answer: nullable<SendingSummary>,
  },
  /** The text of a prepared run, or its beginning. Null if the run is no longer kept. */
  'agentEnvelopes/sending/preview': { params: { id: isCount }, answer: nullable<string> },
  /** Checks whether headers for a collector, as the user wrote them, are valid. */
  'agentEnvelopes/sending/headers': { params: { headers: isText }, answer: typed<SendingHeadersAnswer> },
  /**
   * Sends a prepared run, or after a failure the rest of it. Never sends a batch again that was acknowledged. Ends when the request is
   * cancelled. Null if the run is no longer kept.
   */
  'agentEnvelopes/sending/send': {
    params: {
      id: isCount,
      address: isText,
      /** `name=value,name=value`. */
      headers: isText,
    },
    answer: nullable<SendAnswer>,
  },
} as const;

type Requests = typeof REQUESTS;
export type RequestMethod = keyof Requests;
/** The parameters that a request requires; `unknown` for a request without parameters. */
export type RequestParams<M extends RequestMethod> = Requests[M] extends { params: infer F } ? FieldsOf<F> : unknown;
export type RequestAnswer<M extends RequestMethod> = ReturnType<Requests[M]['answer']>;
