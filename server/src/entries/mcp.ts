import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';

/** A server of the Model Context Protocol: its name, its tools, and the functions that answer their calls. */
export interface McpService {
  name: string;
  title: string;
  version: string;
  /** Instructions to a model about the server as a whole. */
  instructions: string;
  tools: readonly Tool[];
  /** Never rejects, unless the call was cancelled. */
  call(name: string, input: unknown, signal: AbortSignal): Promise<{ text: string; data: object } | { error: string }>;
  /** Called with the URIs of the folders that the client works in, and again when they change; absent if they don't matter. */
  onRoots?(uris: readonly string[]): void;
}

/** Serves on standard input and output, until the input ends and all that it asks is answered. */
export async function serveMcp(service: McpService): Promise<void> {
  const { name, title, version, instructions, tools, onRoots } = service;
  const server = new Server(
    { name, title, version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: NO_VALIDATOR },
  );
  const transport = new StdioServerTransport();
  let readsData = true;
  /** Set while the roots are not known: calls wait for it. */
  let roots: Promise<void> | undefined;

  /** Never rejects: the folders stay as they are if they can't be had. */
  async function askRoots(): Promise<void> {
    try {
      const { roots: folders } = await server.listRoots();
      onRoots?.(folders.map(({ uri }) => uri));
    } catch {}
  }

  server.oninitialized = () => {
    if (onRoots && server.getClientCapabilities()?.roots) roots = askRoots();
  };
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    roots = askRoots();
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
  const calls = new Set<Promise<CallToolResult>>();

  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const call = callTool(params, signal);
    calls.add(call);
    call.finally(() => calls.delete(call)).catch(() => {});
    return call;
  });

  async function callTool(
    params: { name: string; arguments?: Record<string, unknown> | undefined },
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    await roots;
    const answer = await service.call(params.name, params.arguments, signal);
    if ('error' in answer) return { content: [{ type: 'text', text: answer.error }], isError: true };
    const content: CallToolResult['content'] = [{ type: 'text', text: answer.text }];
    // Clients of older versions know only texts.
    if (!readsData) content.push({ type: 'text', text: JSON.stringify(answer.data) });
    return { content, structuredContent: { ...answer.data } };
  }

  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = message => {
    if ('method' in message && message.method === 'initialize')
      readsData = protocolVersionIn(message.params) >= WITH_DATA;
    // Some models write null for no arguments, which the protocol's schema refuses.
    if ('method' in message && message.params?.['arguments'] === null) delete message.params['arguments'];
    receive?.(message);
  };
  const inputEnds = new Promise<void>(resolve => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const answered = inputEnds.then(() => Promise.allSettled(calls)).then(() => new Promise(setImmediate));
  // Or nobody listens any more.
  await Promise.race([answered, new Promise(resolve => process.stdout.once('error', resolve))]);
  await server.close();
}

/** The first version of the protocol in which answers have data. */
const WITH_DATA = '2025-06-18';

function protocolVersionIn(params: unknown): string {
  const version = (params as { protocolVersion?: unknown } | undefined)?.protocolVersion;
  return typeof version === 'string' ? version : '';
}

/** A validator that the protocol's library requires: it would check answers to forms, which this server never sends. */
const NO_VALIDATOR = {
  getValidator: () => () => {
    throw new Error('No form is sent.');
  },
};
