import { t } from '../../../server/src/shared/l10n';
import type { RunsPageAnswer, RunsPageParams, RunsPageQuestion } from '../../../server/src/shared/runsPageQuestions';
import type { NamedFile } from './droppedFiles';

/** Sends the requests of the page that lists workflow runs to the program that serves it, or to the code that reads dropped files. */
export interface RunsClient {
  /** Rejects with a message for the user. */
  ask<Q extends RunsPageQuestion>(question: Q, params: RunsPageParams<Q>): Promise<RunsPageAnswer<Q>>;
  /** Adds files to the page; absent if a server provides the runs. */
  files?: DroppedRuns;
}

/** The runs of files that the user gives to the page. */
export interface DroppedRuns {
  /** Reads further files; resolves when their runs are known. */
  add(files: readonly NamedFile[]): Promise<void>;
}

/** The script that reads dropped files, if the page has one. */
interface OwnRuns extends DroppedRuns {
  answer(question: string, params: object): unknown;
}

/** Asks the script in the page, or else the server that the page comes from. */
export function findClient(): RunsClient {
  const own = (globalThis as { agentEnvelopesRuns?: OwnRuns }).agentEnvelopesRuns;
  if (!own) return { ask: askServer };
  return {
    files: own,
    ask: async (question, params) => {
      await Promise.resolve();
      return own.answer(question, params) as never;
    },
  };
}

/** Returns whether there is such a run. */
export async function isRun(client: RunsClient, run: string): Promise<boolean> {
  const overview = await client.ask('replay', { run, question: 'overview', params: {} }).catch(() => null);
  return overview !== null;
}

async function askServer<Q extends RunsPageQuestion>(
  question: Q,
  params: RunsPageParams<Q>,
): Promise<RunsPageAnswer<Q>> {
  let answered: { answer: RunsPageAnswer<Q> } | { fault: string };
  try {
    const response = await fetch('ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question, params }),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    answered = await response.json();
  } catch {
    throw new Error(ENDED);
  }
  if ('fault' in answered) throw new Error(answered.fault);
  return answered.answer;
}

const ENDED = t`The program that shows these runs has ended. Start "agent-envelopes serve" again, and open the address that it prints.`;
