import { type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import {
  SESSION_SUMMARIES,
  type SessionInfo,
  type SessionSummariesParams,
  type SessionSummary,
} from '../../../server/src/shared/protocol';
import { createPicker } from '../messages/notify';
import type { Server } from '../server/createServer';
import { groupSessions, type ListedSession } from './groupSessions';

type Choice = QuickPickItem & { uri?: string };

/**
 * Asks for one of the sessions, and returns its URI. The list opens at once, and grows while the logs are read.
 *
 * @returns `none` if there is no session, undefined if the user cancels
 */
export function pickSession(server: Server, list: () => Promise<SessionInfo[]>): Promise<string | undefined> {
  const pick = createPicker<Choice>();
  pick.placeholder = 'Select a session to replay';
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  let isOpen = true;
  const show = (sessions: readonly ListedSession[]) => {
    const active = pick.activeItems[0]?.uri;
    const items = pick.offer(groupSessions(sessions).flatMap(createChoices));
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
        const params: SessionSummariesParams = { files: batch.map(({ uri }) => ({ uri })) };
        const summaries = await server.request<(SessionSummary | null)[]>(SESSION_SUMMARIES, params);
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
