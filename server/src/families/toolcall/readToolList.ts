import type { ListedAgent, ListedTool } from '../../model/catalogue';
import type { Kind } from '../../model/kind';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { fileNameOf } from '../../text/decodeUri';
import { atPath, isObject } from '../../text/jsonPointer';
import { openApiTools } from './openApiTools';

/**
 * The kind of a file that lists tools in the format of another program, such as MCP. Its content is not recognised: only a setting gives a file
 * this kind.
 */
export const TOOL_LIST: Kind = {
  id: 'toolcall/tool-list',
  title: t`List of tools`,
  schema: {},
  validate: () => true,
  signature: { keys: {}, evidence: [] },
  fieldPointers: {},
  readOnly: true,
  isWholeFile: true,
  listedAgents: (value, uri) => readToolList(value, uri)?.agents ?? [],
};

interface ToolList {
  agents: ListedAgent[];
  /** The answer of a server says that there are more tools. */
  isPartial: boolean;
}

/**
 * Reads a list of tools in the format of MCP (`tools/list` answers, manifests), OpenAI (chat and responses) or Anthropic, or the
 * operations of an OpenAPI document. Undefined for any other value. Never throws.
 */
export function readToolList(value: unknown, uri: string): ToolList | undefined {
  const listed = toolsAt(value);
  const tools = listed ? listedTools(listed.tools, listed.path) : openApiTools(value);
  if (!tools?.some(({ parameters }) => parameters !== undefined)) return undefined;
  const path = listed?.path ?? [];
  return {
    agents: [{ name: serverName(value) ?? fileNameOf(uri).replace(/\.json$/i, ''), path, tools, isServer: true }],
    isPartial: typeof atPath(value, [...path.slice(0, -1), 'nextCursor']) === 'string',
  };
}

/** Returns whether a value describes an interface over HTTP: it is a catalogue only if the settings name it. */
export function isOpenApi(value: unknown): boolean {
  return isObject(value) && (typeof value['openapi'] === 'string' || typeof value['swagger'] === 'string');
}

const PLACES: readonly Path[] = [[], ['tools'], ['result', 'tools'], ['functions']];

function toolsAt(value: unknown): { tools: readonly unknown[]; path: Path } | undefined {
  for (const path of PLACES) {
    const tools = atPath(value, path);
    if (Array.isArray(tools) && tools.slice(0, MAX_TOOLS).some(one => toolIn(one, path)?.isSure))
      return { tools: tools.slice(0, MAX_TOOLS), path };
  }
  return undefined;
}

/** No server has as many. */
const MAX_TOOLS = 5000;

function listedTools(tools: readonly unknown[], path: Path): ListedTool[] {
  return tools.flatMap((tool, index) => {
    const read = toolIn(tool, path);
    const { name, description } = read?.own ?? {};
    if (!read || typeof name !== 'string' || name.trim() === '') return [];
    const at = [...path, index, ...read.inside];
    const parameters = read.own[read.schemaKey];
    return {
      name,
      ...(typeof description === 'string' && { description }),
      ...(parameters !== undefined && parameters !== null && { parameters }),
      path: [...path, index],
      namePath: [...at, 'name'],
      parametersPath: parameters === undefined ? [...path, index] : [...at, read.schemaKey],
    };
  });
}

interface ToolEntry {
  own: Record<string, unknown>;
  inside: Path;
  schemaKey: string;
  /** Nothing but a tool has this form. */
  isSure: boolean;
}

function toolIn(tool: unknown, list: Path): ToolEntry | undefined {
  if (!isObject(tool)) return undefined;
  const inner = tool['function'];
  if (isObject(inner)) {
    const isSure = tool['type'] === 'function' && typeof inner['name'] === 'string';
    return { own: inner, inside: ['function'], schemaKey: 'parameters', isSure };
  }
  const isNamed = typeof tool['name'] === 'string';
  for (const schemaKey of ['inputSchema', 'input_schema'])
    if (isObject(tool[schemaKey])) return { own: tool, inside: [], schemaKey, isSure: isNamed };
  // Without its type, such a tool is an entry of our own catalogue.
  const isFunction = tool['type'] === 'function' || list.at(-1) === 'functions';
  return {
    own: tool,
    inside: [],
    schemaKey: 'parameters',
    isSure: isNamed && isFunction && isObject(tool['parameters']),
  };
}

/** The name that a server or its manifest says. */
function serverName(value: unknown): string | undefined {
  const names = [['serverInfo', 'name'], ['result', 'serverInfo', 'name'], ['info', 'title'], ['name']];
  return names
    .map(path => atPath(value, path))
    .find((name): name is string => typeof name === 'string' && name.trim() !== '');
}
