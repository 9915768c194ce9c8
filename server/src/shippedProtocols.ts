import { READER_FILES } from './generated/shippedReaderFiles';

// The bundler wraps what is required in functions: only the declaration that is asked for becomes an object.
const DECLARATIONS: ReadonlyMap<string, () => unknown> = new Map([
  ['a2a', () => require('../../protocols/a2a.agent-protocol.json')],
  ['acp', () => require('../../protocols/acp.agent-protocol.json')],
  ['ag-ui', () => require('../../protocols/ag-ui.agent-protocol.json')],
  ['claude-code-hooks', () => require('../../protocols/claude-code-hooks.agent-protocol.json')],
  ['mcp', () => require('../../protocols/mcp.agent-protocol.json')],
  ['subagent', () => require('../../protocols/subagent.agent-protocol.json')],
  ...READER_FILES,
]);

/** The declaration of a shipped protocol, by its id; undefined for any other. */
export function declarationOf(id: string): unknown {
  return DECLARATIONS.get(id)?.();
}
