import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { serverPath } from './lspClient';

interface McpOptions {
  cwd?: string;
  /** The URIs of the folders that the client works in, if it has any. */
  roots?: string[];
  env?: Record<string, string>;
}

/** What a tool answered: its texts, and its data; of an error only a text. */
export interface McpAnswer {
  texts: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer; the client has validated it.
  data: any;
  isError: boolean;
  /** Milliseconds. */
  took: number;
  /** Bytes of both. */
  size: number;
}

/** Starts the built command `mcp`, and the official client on it, which checks each answer against the schema of its tool. */
export async function startMcp(args: readonly string[], { cwd, roots, env }: McpOptions = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(serverPath), 'cli.js'), 'mcp', ...args],
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: roots ? { roots: { listChanged: true } } : {} },
  );
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map(uri => ({ uri })) }));
  const errors: string[] = [];
  transport.stderr?.on('data', chunk => errors.push(String(chunk)));
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    client,
    tools,
    pid: transport.pid ?? 0,
    errors,
    async call(name: string, input: Record<string, unknown> = {}): Promise<McpAnswer> {
      const begun = performance.now();
      const answer = await client.callTool({ name, arguments: input }, undefined, { timeout: 300_000 });
      const content = answer.content as { type: string; text: string }[];
      return {
        texts: content.map(({ text }) => text),
        data: answer.structuredContent,
        isError: answer.isError === true,
        took: performance.now() - begun,
        size: Buffer.byteLength(JSON.stringify(answer)),
      };
    },
    stop: () => client.close(),
  };
}

export type McpSession = Awaited<ReturnType<typeof startMcp>>;
