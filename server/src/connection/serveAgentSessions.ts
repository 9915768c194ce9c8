import { homedir } from 'node:os';
import { withShippedFamilies } from '../families/declared/shippedFamilies';
import { familiesForReading } from '../families/familiesForReading';
import { sessionSummary } from '../features/runs/sessionSummary';
import { agoText, plain } from '../features/runs/treeNodeTexts';
import type { LoadedCode } from '../model/schema';
import { t } from '../shared/l10n';
import type { SessionInfo } from '../shared/lspExtensions';
import { sizeText } from '../shared/shownText';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { findSessionFiles, readHead, type SessionFile, sessionFolders } from '../workspace/sessionFiles';
import type { RequestHandlers } from './serverState';

/** Answers requests about the sessions of coding agents on this machine. Reads the agents' folders only with the user's permission. */
export function serveAgentSessions({ compile, declarationOf }: Pick<LoadedCode, 'compile' | 'declarationOf'>) {
  const readers = withShippedFamilies([], { builtIn: familiesForReading, declared: [], declarationOf, compile });
  const families = new Map(readers.map(family => [family.id, family]));
  let known = new Map<string, SessionFile>();

  const describe = (uri: string, { family, name, project, size, changedAt }: SessionFile): SessionInfo => {
    const now = Date.now();
    const isLive = now - changedAt < LIVE;
    return {
      uri,
      name: plain(name),
      project: plain(project),
      facts: [
        isLive ? t`being written` : agoText(changedAt, now),
        families.get(family)?.title ?? family,
        sizeText(size),
      ],
      isLive,
    };
  };

  return {
    'agentEnvelopes/sessions': ({ isAllowed }) => {
      const folders = sessionFolders(homedir(), process.env);
      const files = isAllowed ? findSessionFiles(folders) : [];
      known = new Map(files.map(file => [toFileUri(file.path), file]));
      return {
        folders: folders.map(({ path }) => path),
        sessions: [...known].map(([uri, file]) => describe(uri, file)),
      };
    },
    'agentEnvelopes/sessions/summaries': ({ files }) =>
      files.map(({ uri }) => {
        const family = families.get(known.get(uri)?.family ?? '');
        const reader = family?.shipped ? family.shipped.read() : family;
        const head = reader && readHead(toFilePath(uri));
        return (head && sessionSummary(head, [reader])) || null;
      }),
  } satisfies Partial<RequestHandlers>;
}

/** A session that was written within this time, in milliseconds, counts as live. */
const LIVE = 60_000;
