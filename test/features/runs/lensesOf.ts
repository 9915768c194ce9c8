import { codeLens, lensSteps } from '../../../server/src/features/runs/codeLens';
import { analyseText } from '../../kit/analyseText';
import { indexFiles } from '../../kit/indexFiles';

export function message(run: string, from: string, to = 'build', second = 0): string {
  const id = `msg_${run}_${second}`;
  const timestamp = `2026-06-01T10:00:${String(second).padStart(2, '0')}Z`;
  const context = { project: 'p', domain: 'feature', priority: 1, workflowId: run };
  const payload = { input: 'x', output: 'y', confidence: 0.95, needsReview: false };
  return JSON.stringify({ id, timestamp, from, to, intent: 'idea', context, payload });
}

/** Each lens that leads to the tree in a line: the line it stands above, from 1, and its title. */
export function lensesOf(name: string, text: string, files: Record<string, string> = {}): string[] {
  const index = indexFiles({ ...files, [name]: text });
  return codeLens(analyseText(name, text), lensSteps(index, `file:///work/${name}`))
    .filter(({ command }) => command?.command === 'agentEnvelopes.showInRuns')
    .map(({ range, command }) => `${range.start.line + 1}: ${command?.title}`);
}
