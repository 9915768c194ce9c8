import a2a from '../../../../protocols/a2a.agent-protocol.json';
import agUi from '../../../../protocols/ag-ui.agent-protocol.json';
import { memoizeByText } from '../../text/memoize';

/** By the names that the setting `protocols` gives them. */
const SHIPPED: Readonly<Record<string, object>> = { 'ag-ui': agUi, a2a };

/** A declaration that is part of this program, as a file; undefined for any other name. */
export function shippedProtocol(name: string): { uri: string; text: string } | undefined {
  if (!Object.hasOwn(SHIPPED, name)) return undefined;
  return { uri: `agent-envelopes:/protocols/${name}.agent-protocol.json`, text: textOf(name) };
}

const textOf = memoizeByText((name: string) => JSON.stringify(SHIPPED[name]));
