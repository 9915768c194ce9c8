/** Lines as coding agents write them into the logs of their sessions. */
let count = 0;

/** What a user, or with `agent` whoever started a sub-agent, asks Claude Code for. */
export function claudeRequest(
  content: string,
  { session = 's1', cwd = '/work/shop', agent }: { session?: string; cwd?: string; agent?: string } = {},
): string {
  count++;
  return JSON.stringify({
    parentUuid: null,
    isSidechain: agent !== undefined,
    ...(agent !== undefined && { agentId: agent }),
    sessionId: session,
    cwd,
    type: 'user',
    message: { role: 'user', content },
    uuid: `u${count}`,
    timestamp: new Date(1.78e12 + count * 1000).toISOString(),
  });
}

/** The first line of a rollout of Codex, and a user's request in it. */
export function codexSession(content: string, cwd = '/work/shop'): string[] {
  const timestamp = '2026-07-01T09:00:00.000Z';
  const text = (words: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] });
  return [
    { timestamp, type: 'session_meta', payload: { id: 'c1', timestamp, cwd, originator: 'codex_cli_rs' } },
    { timestamp, type: 'response_item', payload: text('<environment_context>a</environment_context>') },
    { timestamp, type: 'response_item', payload: text(content) },
  ].map(line => JSON.stringify(line));
}
