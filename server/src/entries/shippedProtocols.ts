import { READER_FILES } from '../generated/shippedReaderFiles';

// The declarations of the shipped protocols, which are loaded on demand. The bundler wraps each `require` in a function, so only the
// requested declaration becomes an object.
const DECLARATIONS: ReadonlyMap<string, () => unknown> = new Map([
  ['a2a', () => require('../../../protocols/a2a.agent-protocol.json')],
  ['acp', () => require('../../../protocols/acp.agent-protocol.json')],
  ['ag-ui', () => require('../../../protocols/ag-ui.agent-protocol.json')],
  ['claude-code-hooks', () => require('../../../protocols/claude-code-hooks.agent-protocol.json')],
  ['mcp', () => require('../../../protocols/mcp.agent-protocol.json')],
  ['subagent', () => require('../../../protocols/subagent.agent-protocol.json')],
  ...READER_FILES,
]);

/**
 * Returns the declaration of a protocol that ships with the product, from the folder `protocols/`, by the protocol's id. Undefined for any other
 * id.
 */
export function declarationOf(id: string): unknown {
  return DECLARATIONS.get(id)?.();
}
