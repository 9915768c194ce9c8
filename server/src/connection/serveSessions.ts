import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { readingFamilies } from '../families/readingFamilies';
import { sessionSummary } from '../features/runs/sessionSummary';
import { agoText, plain } from '../features/runs/words';
import type { SessionInfo } from '../shared/protocol';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { findSessionFiles, readHead, type SessionFile, sessionFolders } from '../workspace/sessionFiles';
import type { RequestHandlers } from './serverState';

/** Answers requests about the sessions of coding agents on this machine. Reads the agents' folders only with the user's permission. */
export function serveSessions() {
  const families = new Map(readingFamilies.map(family => [family.id, family]));
  let known = new Map<string, SessionFile>();

  const describe = (uri: string, { path, family, size, changedAt }: SessionFile): SessionInfo => {
    const now = Date.now();
    const isLive = now - changedAt < LIVE;
    return {
      uri,
      name: plain(basename(path, '.jsonl')),
      project: plain(basename(dirname(path))),
      facts: [
        isLive ? 'being written' : agoText(changedAt, now),
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
        const head = family && readHead(toFilePath(uri));
        return (head && sessionSummary(head, [family])) || null;
      }),
  } satisfies Partial<RequestHandlers>;
}

/** A session that was written within this time, in milliseconds, counts as live. */
const LIVE = 60_000;

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
