import { expect } from 'vitest';
import { runsCommand } from '../../../server/src/cli/commands/runs';
import { noRequest } from '../noRequest';
import { run } from '../run';

interface Around {
  cwd: string;
  tty?: boolean;
  tick?: number;
  env?: Record<string, string>;
  /** What happens in each pause of `--follow`; after the last one the user interrupts. */
  meanwhile?: (() => void)[];
}

export function runs(args: string[], { meanwhile = [], ...around }: Around) {
  const waiting = [...meanwhile];
  const pause = async () => {
    const next = waiting.shift();
    next?.();
    return next !== undefined;
  };
  return run(['runs', ...args], {
    ...around,
    commands: [runsCommand({ pause, protocols: ['Talks'], request: noRequest })],
  });
}

/** The runs as `--format json` tells them. */
export async function exported(args: string[], around: Around) {
  const { out } = await runs([...args, '--format', 'json'], around);
  const told: { version: number; runs: Exported[] } = JSON.parse(out);
  expect(told.version).toBe(1);
  return told.runs;
}

interface Exported {
  id: string;
  title: string;
  status: string;
  endedAt: string | null;
  files: string[];
  problems: number;
  steps: {
    id: string;
    at: string | null;
    title: string;
    outcome: string;
    parent: number | null;
    file: string;
    range: unknown;
    durationMs: number | null;
    effects: { do: string }[];
  }[];
}

export function message(id: string, from: string, to: string, more: object = {}): string {
  const [workflowId, number] = id.split('.');
  return `${JSON.stringify({
    id,
    timestamp: `2026-06-01T10:00:0${number}Z`,
    from,
    to,
    intent: 'idea',
    context: { project: 'boards', domain: 'feature', priority: 1, workflowId },
    payload: { input: 'Invites', output: `Output ${id}`, confidence: 0.95, needsReview: false },
    ...more,
  })}\n`;
}

export const files = {
  'logs/one.jsonl': message('wf_one.1', 'vision', 'build') + message('wf_one.2', 'build', 'audit'),
  'logs/two.jsonl': message('wf_two.1', 'vision', 'nobody'),
};
