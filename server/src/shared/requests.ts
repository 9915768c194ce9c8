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
} from './protocol';
import type { ReplayQuestion } from './replay';
import { isRedaction } from './replay/export';
import type { ReceiverState, SendAnswer, SendingAddress, SendingHeadersAnswer, SendingSummary } from './sending';
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
} from './shape';

/** A position in a text, as LSP counts. */
export const isPosition = hasFields({ line: isCount, character: isCount }, 'a position: {"line", "character"}');
export const hasUri = hasFields({ uri: isText });
const isFiles = isListOf(hasUri, 'an array of objects with a "uri"');
const isView = isJsonObject as Shape as Shape<RunView>;

/**
 * The requests of a client besides those of LSP: what each requires, and the type of its answer. Parameters that have no line here are passed
 * on unchecked; a request without `params` may come without any. `connection.ts` has a handler for each.
 */
export const REQUESTS = {
  /** All kinds, to choose from. */
  'agentEnvelopes/kinds': { answer: typed<KindInfo[]> },
  /** The ids of the kinds that an open file may hold, the likeliest first; by the names of its properties if nothing is recognised. */
  'agentEnvelopes/fittingKinds': { params: { uri: isText }, answer: typed<string[]> },
  /** The folder's settings file, changed to say what a file holds. Null for a file in no folder. */
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
  /** The text of an `agent-envelopes:` document, the docs of a rule or a schema for tools that follow `$schema`. */
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
  /** A first declaration of the protocol that the envelopes in files and folders follow. Writes nothing. */
  'agentEnvelopes/inferProtocol': {
    params: {
      /** Files and folders. */
      files: isFiles,
      /** The protocol's id. */
      id: isText,
    },
    answer: typed<InferProtocolAnswer>,
  },
  /** The sections that a registry lacks, and where to insert each. Null where the file is no registry. */
  'agentEnvelopes/missingSections': { params: { uri: isText }, answer: nullable<SectionInsertion[]> },

  /** The children of a node of the tree of runs, from an index on, up to a limit. */
  'agentEnvelopes/runs/nodes': {
    params: {
      view: isView,
      /** Absent for the roots. */
      parent: optional(isText),
      from: optional(isNumber),
    },
    answer: typed<TreeNodes>,
  },
  /** The results of a filter as typed so far, and its completions. */
  'agentEnvelopes/runs/filter': { params: { filter: isText }, answer: typed<RunFilterAnswer> },
  /** A page of the steps in which words were said. */
  'agentEnvelopes/runs/said': {
    params: {
      /** Words, phrases in quotes, and keys of the run filter, as typed; words must all be in one text. */
      words: isText,
      /** A run filter that applies as well: that of the view. */
      filter: optional(isText),
      /** The name of a source; the files of the workspace if absent. */
      source: optional(isText),
      /** `next` of the page before. */
      cursor: optional(isText),
      /** At most so many matches. */
      limit: isCount,
    },
    answer: typed<SaidAnswer>,
  },
  /** A call of a tool by an agent, by the tool's name. */
  'agentEnvelopes/tool': { params: { name: isText, input: isJsonObject }, answer: typed<ToolAnswer> },
  /** The names of the stores that can be searched, besides the files. */
  'agentEnvelopes/runs/stores': { answer: typed<string[]> },
  /** Loads a run of a store, and returns where a step of it is in the index; its first step if it isn't known. */
  'agentEnvelopes/runs/storedStep': { params: { run: isText, step: optional(isText) }, answer: typed<StoredStep> },
  /** The path of nodes to a step, a run, the step at a position in a file, or a store, the root first. */
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
  /** The location that a node opens. Null where it is gone. */
  'agentEnvelopes/runs/place': { params: { node: isText }, answer: nullable<FileLocation> },
  /** A run as a text to copy or to save. Null where the run is gone. */
  'agentEnvelopes/runs/text': {
    params: { run: isText, format: isText as Shape<RunFormat> },
    answer: nullable<string>,
  },
  /** The URIs of the JSON files that contain runs. */
  'agentEnvelopes/runs/files': { answer: typed<string[]> },
  /** Reads the workspace again, ignoring all caches. */
  'agentEnvelopes/runs/refresh': { answer: typed<void> },
  /** The nodes of a run's state, as its registry has it. */
  'agentEnvelopes/state/nodes': { params: { run: isText, parent: optional(isText) }, answer: typed<TreeNodes> },

  /** A question of `ReplayQuestions` about a replayed run. Null where the run is gone. */
  'agentEnvelopes/replay': {
    params: { run: isText, question: isText as Shape<ReplayQuestion>, params: isAnything },
    answer: typed<unknown>,
  },
  /** The runs in a file, and the step at a position. */
  'agentEnvelopes/replay/at': { params: { uri: isText, position: optional(isPosition) }, answer: typed<ReplayAt> },
  /**
   * Reads these files into the index, too, wherever they are, each with the logs of its sub-agents. They replace the files of the last
   * request, and those that are known are read on.
   */
  'agentEnvelopes/replay/files': { params: { files: isFiles }, answer: typed<void> },
  /** The location of a step's envelope, or of a value in it. Null where it is gone. */
  'agentEnvelopes/replay/place': {
    params: { run: isText, step: isCount, envelope: isCount, path: optional(isPath) },
    answer: nullable<FileLocation>,
  },

  /** The newest sessions of coding agents on this machine; only their folders are named unless the user has allowed to look there. */
  'agentEnvelopes/sessions': { params: { isAllowed: optional(isFlag) }, answer: typed<SessionsAnswer> },
  /** What some of the listed sessions are about, in the same order; null for a file that is no session. */
  'agentEnvelopes/sessions/summaries': { params: { files: isFiles }, answer: typed<(SessionSummary | null)[]> },

  /**
   * Receives traces by OTLP on this machine into a folder, and lists their runs as those of a workspace folder. Each `RECEIVER_CHANGED` that
   * follows has a new state.
   */
  'agentEnvelopes/receiver/start': {
    params: {
      /** The absolute path of the folder that is written to. Servers with the same one share what arrives. */
      folder: isText,
      /** What the root of the runs is called. */
      name: isText,
      port: isCount,
      /** How much is kept. */
      maxMegabytes: isCount,
      maxDays: isCount,
    },
    answer: typed<ReceiverState>,
  },
  /** Receives no longer. What was received stays listed. */
  'agentEnvelopes/receiver/stop': { answer: typed<ReceiverState> },

  /** The collector that an address names, before anything is sent to it. */
  'agentEnvelopes/sending/address': { params: { address: isText }, answer: typed<SendingAddress> },
  /**
   * Writes a run as it would be sent. The server keeps what was prepared last, so that exactly this is sent. Null where the run is gone.
   */
  'agentEnvelopes/sending/prepare': {
    params: { run: isText, redaction: isRedaction },
    answer: nullable<SendingSummary>,
  },
  /** The text of what was prepared, or of its beginning. Null where it is no longer kept. */
  'agentEnvelopes/sending/preview': { params: { id: isCount }, answer: nullable<string> },
  /** Headers for a collector, as the user wrote them: whether they can be used. */
  'agentEnvelopes/sending/headers': { params: { headers: isText }, answer: typed<SendingHeadersAnswer> },
  /**
   * Sends what was prepared, or the rest of it after a failure; a batch that was acknowledged is never sent again. Ends when it is
   * cancelled. Null where it is no longer kept.
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
/** What a request requires; nothing is asked of those without parameters. */
export type RequestParams<M extends RequestMethod> = Requests[M] extends { params: infer F } ? FieldsOf<F> : unknown;
export type RequestAnswer<M extends RequestMethod> = ReturnType<Requests[M]['answer']>;
