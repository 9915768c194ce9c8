import type { Schema } from '../server/src/model/schema';
import { DEFAULT_OTLP_PORT } from '../server/src/shared/sendRunMessages';
import { STORE_KINDS, STORE_LIMITS } from '../server/src/sources/storeConfig';

/** The titles of the groups in which the editor shows the settings, in order. */
export const SETTING_GROUPS = {
  files: 'Files',
  protocols: 'Protocols and Names',
  problems: 'Problems',
  editor: 'Editor',
  runs: 'Workflow Runs',
  receiving: 'Receiving Traces',
  agents: 'Agents',
  diagnosis: 'Diagnosis',
} as const;

/**
 * One row for each setting. `npm run generate` makes from it the block of `package.json`, the table in `docs/settings.md`, the schema of
 * `.agent-envelopes.json`, and what `readSettings` reads. The program imports only types from here: the texts belong in no bundle.
 */
export interface SettingRow {
  group: keyof typeof SETTING_GROUPS;
  /** As VS Code defines it. The server asks for the settings of scope `resource`, for each file, and reads no others. */
  scope: 'resource' | 'window' | 'machine';
  /** What a valid value is. */
  schema: ReadonlyDeep<Schema>;
  default: unknown;
  /** A list has the default's items besides those that are set. */
  keepsDefault?: true;
  /** In Markdown. In the schema of `.agent-envelopes.json`, the workspace folder is "the folder of this file". */
  description: string;
  /** What `docs/settings.md` adds to it. */
  seeAlso?: string;
  /** In a workspace that is not trusted, only the user's own value counts. */
  isRestricted?: true;
  /** For a setting that `.agent-envelopes.json` may hold. */
  projectFile?: {
    /** What both set is a union of two lists; or the file replaces entries of the same name, or the whole list. */
    merge: 'union' | 'replaceEntries' | 'replace';
    title: string;
    /** Annotations of the names of entries, and of each item or entry. */
    keys?: Schema['x-keys'];
    values: ReadonlyDeep<Schema>;
    /** A value for the example in the schema. */
    example: unknown;
  };
}

type ReadonlyDeep<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> } : T;

const TEXTS = { type: 'array', items: { type: 'string' } } as const;
const FLAG = { type: 'boolean' } as const;
const SEVERITY = { type: 'string', enum: ['error', 'warning', 'info', 'off'] } as const;
const GLOB = {
  title: 'Glob',
  markdownDescription: 'A pattern of paths: `*` matches anything within a name, `**` any folders.',
  'x-slot': 'glob',
} as const;

/** In dollars for a million tokens. */
const PRICE = {
  type: 'object',
  required: ['input', 'output'],
  additionalProperties: false,
  properties: {
    input: { type: 'number', minimum: 0, markdownDescription: 'For a million tokens of input.' },
    output: { type: 'number', minimum: 0, markdownDescription: 'For a million tokens of output.' },
    cached: {
      type: 'number',
      minimum: 0,
      markdownDescription: 'For a million tokens of input that were cached; as other input if absent.',
    },
    written: {
      type: 'number',
      minimum: 0,
      markdownDescription: 'For a million tokens of input that a cache keeps from then on; as other input if absent.',
    },
  },
} as const;

const STORE = {
  type: 'object',
  required: ['name', 'kind', 'address'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 60, description: 'The name in the tree; each source needs its own.' },
    kind: {
      type: 'string',
      enum: STORE_KINDS,
      enumDescriptions: [
        "Jaeger's HTTP API, version 3; also VictoriaTraces",
        'Grafana Tempo',
        'ClickHouse with the tables of the OpenTelemetry collector',
        "Langfuse's public API",
      ],
      description: 'The kind of store.',
    },
    address: {
      type: 'string',
      pattern: '^https?://',
      patternErrorMessage: 'Enter an address that begins with http:// or https://.',
      description: 'The address, such as http://localhost:3200, without user name and password.',
    },
    tenant: { type: 'string', description: 'Tempo: the tenant, sent as X-Scope-OrgID.' },
    services: { ...TEXTS, description: 'Jaeger: the services whose traces are listed; all if left out.' },
    database: { type: 'string', description: 'ClickHouse: the database (default).' },
    table: { type: 'string', description: 'ClickHouse: the table of spans (otel_traces).' },
    maxRuns: limit('maxRuns', 'The maximum number of runs on a page'),
    maxMegabytes: limit('maxMegabytes', 'The maximum size of an answer and of a run'),
    timeoutSeconds: limit('timeoutSeconds', 'How long to wait for the beginning of an answer'),
  },
} as const;

function limit(key: keyof typeof STORE_LIMITS, description: string) {
  const { least, most, usual } = STORE_LIMITS[key];
  return { type: 'number', minimum: least, maximum: most, description: `${description} (${usual}).` } as const;
}

export const SETTING_ROWS = {
  include: {
    group: 'files',
    scope: 'resource',
    schema: TEXTS,
    default: [],
    description:
      'Globs of the files to check and to search for workflow runs, relative to the workspace folder; a glob without a slash matches a name in any folder. Empty: all files that can contain envelopes.',
    isRestricted: true,
    projectFile: { merge: 'replace', title: 'Files to check', values: GLOB, example: ['logs/**'] },
  },
  exclude: {
    group: 'files',
    scope: 'resource',
    schema: TEXTS,
    default: ['**/node_modules', '**/.git'],
    // Excluding one more folder must not include packages.
    keepsDefault: true,
    description:
      'Globs of files and folders to skip when checking folders and searching for workflow runs. `node_modules` and `.git` are always skipped.',
    isRestricted: true,
    projectFile: { merge: 'replace', title: 'Files to skip', values: GLOB, example: ['archive'] },
  },
  useIgnoreFiles: {
    group: 'files',
    scope: 'resource',
    schema: FLAG,
    default: true,
    description: 'Skips files that git ignores when searching for workflow runs. Turn it off if git ignores your logs.',
  },
  checkClosedFiles: {
    group: 'files',
    scope: 'resource',
    schema: FLAG,
    default: true,
    description:
      'Shows the problems of files that are not open, too. Which files are checked depends on `#agentEnvelopes.include#`, `#agentEnvelopes.exclude#` and `#agentEnvelopes.useIgnoreFiles#`.',
  },
  associations: {
    group: 'protocols',
    scope: 'resource',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    default: {},
    description:
      'Kinds of envelopes by file: maps a glob (relative to the workspace folder) to a kind, such as `{ "logs/*.jsonl": "agent-message/message" }`. The kind `none` is for files that are not envelopes. The last matching glob decides; a `$schema` in the file itself takes precedence.',
    isRestricted: true,
    projectFile: {
      merge: 'replaceEntries',
      title: 'Associations',
      keys: { 'x-slot': 'glob' },
      values: {
        title: 'Kind of envelope',
        markdownDescription: 'The kind of these files, such as `agent-message/message`, or `none`.',
        'x-slot': 'kind',
      },
      example: { 'logs/*.jsonl': 'agent-message/message', '*.note.json': 'none' },
    },
  },
  protocols: {
    group: 'protocols',
    scope: 'resource',
    schema: TEXTS,
    default: [],
    description:
      'Protocols besides the built-in ones: files that declare your own, relative to the workspace folder; those named `*.agent-protocol.json` are found automatically. The name of a protocol of others that is part of this program (`a2a`, `acp`, `ag-ui`, `claude-code-hooks`, `mcp`, `subagent`) recognises it by less, and `!a2a` never.',
    seeAlso: '[Protocols](protocols.md).',
    isRestricted: true,
    projectFile: {
      merge: 'union',
      title: 'Protocols',
      values: {
        title: 'Protocol',
        markdownDescription:
          'A file that declares a protocol, or the name of one that is part of this program, such as `a2a`; `!a2a` switches it off.',
        'x-slot': 'path',
      },
      example: ['a2a', '!mcp', 'protocols/ours.agent-protocol.json'],
    },
  },
  toolCatalogues: {
    group: 'protocols',
    scope: 'resource',
    schema: TEXTS,
    default: [],
    description:
      'Files that list the tools that agents may call, relative to the workspace folder. Calls are checked against them and completed from them.',
    isRestricted: true,
    projectFile: {
      merge: 'union',
      title: 'Tool catalogues',
      values: {
        title: 'Path of a catalogue',
        markdownDescription: 'A file that lists the tools that agents may call.',
        'x-slot': 'path',
      },
      example: ['tools/catalogue.json'],
    },
  },
  agents: {
    group: 'protocols',
    scope: 'resource',
    schema: TEXTS,
    default: [],
    description:
      'Your own agents, in addition to those that the agent-message protocol defines. They are offered in completion and not reported as unknown.',
    projectFile: {
      merge: 'union',
      title: 'Agents',
      values: {
        title: 'Agent',
        markdownDescription: 'The name of an agent, as used in `from` and `to`.',
        'x-slot': 'agent',
        'x-defines': true,
      },
      example: ['reviewer'],
    },
  },
  intents: {
    group: 'protocols',
    scope: 'resource',
    schema: TEXTS,
    default: [],
    description: 'Your own intents, in addition to those that the agent-message protocol defines.',
    projectFile: {
      merge: 'union',
      title: 'Intents',
      values: { title: 'Intent', markdownDescription: 'The name of an intent.' },
      example: ['triage'],
    },
  },
  rules: {
    group: 'problems',
    scope: 'resource',
    schema: { type: 'object', additionalProperties: SEVERITY },
    default: {},
    description:
      'The severity of rules: maps a rule\'s id, or `family/*`, to `error`, `warning`, `info` or `off`, such as `{ "agent-io/zone-not-utc": "off" }`.',
    isRestricted: true,
    projectFile: {
      merge: 'replaceEntries',
      title: 'Severities of rules',
      keys: { 'x-slot': 'rule' },
      values: {
        title: 'Severity',
        markdownDescription: "The severity of this rule's findings.",
        enumDescriptions: [
          'must be mended: a check fails',
          'should be looked at',
          'is worth knowing',
          'is not looked for',
        ],
      },
      example: { 'agent-io/zone-not-utc': 'off', 'agent-message/*': 'warning' },
    },
  },
  protectedPaths: {
    group: 'problems',
    scope: 'resource',
    schema: { type: 'object', additionalProperties: FLAG },
    default: {},
    description:
      "Paths that agents' artifacts may not write without your consent: maps a glob (relative to the workspace folder) to `true`, or to `false` for a path that is protected by default (`.git`, `.vscode`, `.github/workflows` and the like) and may be written. A glob that matches a folder covers its contents; the last matching glob decides.",
    seeAlso:
      'Such as `{ "infra": true, ".github/workflows": false }`; [what is protected](../server/src/rules/envelope/pathProtected.md).',
    isRestricted: true,
    projectFile: {
      merge: 'replaceEntries',
      title: 'Protected paths',
      keys: { 'x-slot': 'glob' },
      values: {
        title: 'Protected',
        markdownDescription: 'Whether writing there is reported (`true`) or allowed (`false`).',
      },
      example: { infra: true, '.github/workflows': false },
    },
  },
  maxProblems: {
    group: 'problems',
    scope: 'resource',
    schema: { type: 'integer', minimum: 1 },
    default: 1000,
    description:
      'The maximum number of problems listed for a file, the most severe first. A notice at the top of the file says how many more there are. The command line lists all.',
  },
  'codeLens.enabled': {
    group: 'editor',
    scope: 'resource',
    schema: FLAG,
    default: true,
    description:
      'Shows above an envelope which step of which run it is, and how many problems it has: `step 3 of 7 in wf_abc123 · 2 problems`. In a log, with one envelope on each line, only above the first of each run and above those with errors.',
  },
  'inlayHints.elapsed': {
    group: 'editor',
    scope: 'resource',
    schema: FLAG,
    default: true,
    description:
      'Shows after the time of an envelope how much time passed since the previous step of its run: `+8 min`.',
  },
  'inlayHints.confidence': {
    group: 'editor',
    scope: 'resource',
    schema: FLAG,
    default: true,
    description: 'Shows after a confidence what to do at that level: `proceed, and note the assumptions`.',
  },
  'inlayHints.tool': {
    group: 'editor',
    scope: 'resource',
    schema: FLAG,
    default: true,
    description: 'Shows after the `call_id` of a result which tool was called: `calendar.detect_conflicts`.',
  },
  'runs.hideServiceTraces': {
    group: 'runs',
    scope: 'window',
    schema: FLAG,
    default: true,
    description:
      'Hides traces of services in the *Workflow Runs* view: those in which no span names an agent, a model or a tool. Files you open, or pass to the command line, are always read.',
  },
  prices: {
    group: 'runs',
    scope: 'resource',
    schema: { type: 'object', additionalProperties: PRICE },
    default: {},
    description:
      'Prices of models in dollars per million tokens, by the name or its beginning: `{ "gpt-4o-mini": { "input": 0.15, "output": 0.6, "cached": 0.075 } }`. The metrics of a replay use them for calls without a recorded cost. If empty, no cost is estimated.',
  },
  sources: {
    group: 'runs',
    scope: 'window',
    schema: { type: 'array', items: STORE },
    default: [],
    description:
      'Trace stores shown in the *Workflow Runs* view: `{ "name": "staging", "kind": "tempo", "address": "http://localhost:3200" }`. A store is asked only when you open it there, or search it. Credentials do not belong here: run *Set Credential of Source…*, or set the variable `AGENT_ENVELOPES_<NAME>_CREDENTIAL`. Ignored in a workspace that is not trusted.',
    seeAlso: '[Stores](stores.md).',
    isRestricted: true,
  },
  'receive.port': {
    group: 'receiving',
    scope: 'machine',
    schema: { type: 'integer', minimum: 1, maximum: 65535 },
    default: DEFAULT_OTLP_PORT,
    description:
      'The port on 127.0.0.1 on which *Start Receiving Traces* listens. 4318 is the default port of OTLP/HTTP exporters.',
    seeAlso: '[Receiving](receiving.md).',
  },
  'receive.maxMegabytes': {
    group: 'receiving',
    scope: 'machine',
    schema: { type: 'integer', minimum: 1 },
    default: 200,
    description: 'How many megabytes of received traces are kept. The oldest files are deleted first.',
  },
  'receive.maxDays': {
    group: 'receiving',
    scope: 'machine',
    schema: { type: 'integer', minimum: 1 },
    default: 14,
    description: 'How many days received traces are kept.',
  },
  agentTools: {
    group: 'agents',
    scope: 'window',
    schema: {
      type: 'string',
      enum: ['editor', 'server', 'off'],
      enumDescriptions: [
        'As tools of this extension: they see files as they are in the editor',
        'As a server of the Model Context Protocol, which the editor starts: it sees files on disk',
        'Not at all',
      ],
    },
    default: 'editor',
    description:
      'How the agents of the editor are offered the tools that check envelopes and look into runs. The tools only read.',
    seeAlso: '[Agents](agents.md).',
  },
  'trace.server': {
    group: 'diagnosis',
    scope: 'window',
    schema: { type: 'string', enum: ['off', 'messages', 'verbose'] },
    default: 'off',
    description: 'Logs the messages between the editor and the language server.',
  },
} as const satisfies Record<string, SettingRow>;
