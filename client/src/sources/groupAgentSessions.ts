import type { SessionInfo, SessionSummary } from '../../../server/src/shared/lspExtensions';

export type ListedSession = SessionInfo & SessionSummary;

/** Groups the sessions of coding agents by project, newest first, for a list. Sessions that are being written, and their projects, come first. */
export function groupAgentSessions(sessions: readonly ListedSession[]): [project: string, ListedSession[]][] {
  const groups = new Map<string, ListedSession[]>();
  for (const session of [...sessions.filter(({ isLive }) => isLive), ...sessions.filter(({ isLive }) => !isLive)]) {
    const group = groups.get(session.project);
    if (group) group.push(session);
    else groups.set(session.project, [session]);
  }
  return [...groups];
}
