import { commands, type Memento, Uri } from 'vscode';
import { SESSIONS, type SessionsAnswer, type SessionsParams } from '../../../server/src/shared/protocol';
import { showInformation, showModal } from '../messages/notify';
import type { Server } from '../server/createServer';
import { pickSession } from './pickSession';

/** Asks which session of a coding agent to replay. The user is asked first, once, whether its folders may be looked into. */
export async function openSession(server: Server, state: Memento): Promise<void> {
  const listSessions = (isAllowed: boolean) =>
    server.request<SessionsAnswer>(SESSIONS, { isAllowed } satisfies SessionsParams);
  const { folders } = await listSessions(false);
  if (!(await askOnce(folders, state))) return;
  const session = await pickSession(server, async () => (await listSessions(true)).sessions);
  if (session === 'none')
    void showInformation(`No sessions of Claude Code or Codex were found in ${folders.join(', ')}.`);
  else if (session) await commands.executeCommand('vscode.openWith', Uri.parse(session), 'agentEnvelopes.replayEditor');
}

const ALLOWED = 'sessions.allowedFolders';

async function askOnce(folders: readonly string[], state: Memento): Promise<boolean> {
  const allowed = state.get<readonly string[]>(ALLOWED, []);
  if (folders.every(folder => allowed.includes(folder))) return true;
  const yes = 'Look There';
  const detail = `${folders.join('\n')}\n\nCoding agents keep the logs of their sessions there. The beginnings of the newest are read for the list, and all of the one that you open. Nothing is written there, and nothing leaves this machine.`;
  if ((await showModal('Look for sessions of Claude Code and Codex in these folders?', detail, yes)) !== yes)
    return false;
  await state.update(ALLOWED, folders);
  return true;
}
