import type { SessionInfo, SessionSummary } from '../../../server/src/shared/protocol';

export type ListedSession = SessionInfo & SessionSummary;

/** Groups sessions, the newest first, by project. Sessions that are being written come first, and so do their projects. */
export function groupSessions(sessions: readonly ListedSession[]): [project: string, ListedSession[]][] {
  const groups = new Map<string, ListedSession[]>();
  for (const session of [...sessions.filter(({ isLive }) => isLive), ...sessions.filter(({ isLive }) => !isLive)]) {
    const group = groups.get(session.project);
    if (group) group.push(session);
    else groups.set(session.project, [session]);
  }
  return [...groups];
}
