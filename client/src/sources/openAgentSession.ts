import { commands, l10n, type Memento, type QuickPickItem, QuickPickItemKind, ThemeIcon, Uri } from 'vscode';
import type { SessionInfo } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { createPicker, showInformation, showModal } from '../messages/notify';
import { groupAgentSessions, type ListedSession } from './groupAgentSessions';

/** Lets the user choose a session of a coding agent, and replays it. Asks once for permission to read the agents' folders. */
export async function openAgentSession(server: Server, state: Memento): Promise<void> {
  const listSessions = (isAllowed: boolean) => server.request('agentEnvelopes/sessions', { isAllowed });
  const { folders } = await listSessions(false);
  if (!(await askOnce(folders, state))) return;
  const session = await pickSession(server, async () => (await listSessions(true)).sessions);
  if (session === 'none')
    void showInformation(l10n.t('No sessions of coding agents were found in {0}.', folders.join(', ')));
  else if (session) await commands.executeCommand('vscode.openWith', Uri.parse(session), 'agentEnvelopes.replayEditor');
}

const ALLOWED = 'sessions.allowedFolders';

async function askOnce(folders: readonly string[], state: Memento): Promise<boolean> {
  const allowed = state.get<readonly string[]>(ALLOWED, []);
  if (folders.every(folder => allowed.includes(folder))) return true;
  const yes = l10n.t('Look There');
  const detail = l10n.t(
    '{0}\n\nCoding agents keep the logs of their sessions there. The beginnings of the newest are read for the list, and all of the one that you open. Nothing is written there, and nothing leaves this machine.',
    folders.join('\n'),
  );
  if ((await showModal(l10n.t('Look for sessions of coding agents in these folders?'), detail, yes)) !== yes)
    return false;
  await state.update(ALLOWED, folders);
  return true;
}

type Choice = QuickPickItem & { uri?: string };

/**
 * Lets the user choose one of the sessions, and returns its URI. The list opens at once, and grows while the logs are read.
 *
 * @returns `none` if there is no session, undefined if the user cancels
 */
function pickSession(server: Server, list: () => Promise<SessionInfo[]>): Promise<string | undefined> {
  const pick = createPicker<Choice>();
  pick.placeholder = l10n.t('Select a session to replay');
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  let isOpen = true;
  const show = (sessions: readonly ListedSession[]) => {
    const active = pick.activeItems[0]?.uri;
    const items = pick.offer(groupAgentSessions(sessions).flatMap(createChoices));
    // New items make the first one active.
    const same = items.find(({ uri }) => uri !== undefined && uri === active);
    if (same) pick.activeItems = [same];
  };
  return new Promise((resolve, reject) => {
    const fill = async () => {
      const waiting = await list();
      const listed: ListedSession[] = [];
      while (isOpen && waiting.length > 0) {
        const batch = waiting.splice(0, BATCH);
        const params = { files: batch.map(({ uri }) => ({ uri })) };
        const summaries = await server.request('agentEnvelopes/sessions/summaries', params);
        for (const [index, session] of batch.entries()) {
          const summary = summaries[index];
          if (summary) listed.push({ ...session, ...summary });
        }
        if (isOpen) show(listed);
      }
      pick.busy = false;
      if (isOpen && listed.length === 0) finish('none');
    };
    const finish = (uri: string | undefined) => {
      resolve(uri);
      pick.hide();
    };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.uri !== undefined) finish(chosen.uri);
    });
    pick.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    fill().catch(error => {
      reject(error);
      pick.hide();
    });
  });
}

const BATCH = 20;

function createChoices([project, sessions]: [string, ListedSession[]]): Choice[] {
  return [
    { label: project, kind: QuickPickItemKind.Separator },
    ...sessions.map(({ uri, title, name, facts, isLive }) => ({
      label: title ?? name,
      // Separators are not searched.
      description: [...facts, project.split(/[\\/]/).at(-1)].join(' · '),
      iconPath: new ThemeIcon(isLive ? 'record' : 'comment-discussion'),
      uri,
    })),
  ];
}
