import { describe, expect, test } from 'vitest';
import { analyseWithRunRules, problemsIn } from '../../../kit/analyseText';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const UNANSWERED = 'agent-message/unanswered-handoff';
const BY_ANOTHER = 'agent-message/answered-by-another';

test('a handoff that nobody answers, though the run goes on', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"from": "vision", "to": "conductor", "timestamp": "2026-06-01T10:00:00Z", "context": {"workflowId": "w"}, "payload": {"confidence": 1}, "handoff": {"nextAgent": "compete"}}
      //                                                                                                                                                                  ^^^^^^^^^ agent-message/unanswered-handoff warning: "compete" never answers
        {"from": "conductor", "to": "scope", "timestamp": "2026-06-01T10:01:00Z", "context": {"workflowId": "w"}, "payload": {"confidence": 1}, "handoff": {"nextAgent": "scope"}}
        {"from": "scope", "to": "conductor", "timestamp": "2026-06-01T10:02:00Z", "context": {"workflowId": "w"}, "payload": {"confidence": 1}, "handoff": {"nextAgent": "build"}}
    `,
    {},
    [UNANSWERED, BY_ANOTHER],
  );
});

test('a handoff that another answers than the one named', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"from": "build", "to": "conductor", "timestamp": "2026-06-01T10:00:00Z", "context": {"workflowId": "w"}, "payload": {"confidence": 1}, "handoff": {"nextAgent": "review"}}
        {"from": "style", "to": "conductor", "timestamp": "2026-06-01T10:01:00Z", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
      //         ^^^^^^^ agent-message/answered-by-another warning: "style" answers, but the handoff before (line 1) names "review"
    `,
    {},
    [UNANSWERED, BY_ANOTHER],
  );
});

/** A run in shorthand: `vision>compete` hands over, `compete:scope` is addressed to it, `scope` does neither. */
describe.each([
  ['the last is not unanswered', 'vision>compete compete>scope'],
  ['the last ones are not, side by side', 'conductor>compete conductor>trends trends>scope'],
  [
    'agents side by side, in any order',
    'conductor>compete conductor>trends trends>scope compete>scope scope>build build',
  ],
  ['one of two side by side is at work', 'conductor>compete conductor>trends trends>scope scope>build build'],
  [
    'so it is when another had handed to it before',
    'vision>compete conductor>compete conductor>scope scope>build build>review review',
  ],
  [
    'the conductor hands on what one of two did',
    'conductor>compete conductor>scope scope conductor>build build>review review',
  ],
  ['who was reminded at last', 'vision>compete conductor>scope scope>build build conductor>compete'],
  ['a loop', 'build>review review>build build>review review'],
  ['who is not logged', 'vision>conductor compete>scope scope>conductor build'],
  ['the conductor comes in', 'build>review conductor>review review'],
  ['who was handed to writes later', 'build>review style review'],
  ['who goes on writing', 'build>review build review'],
  ['who is addressed', 'vision>conductor conductor:compete conductor>trends compete trends'],
  ['a name that is misspelt', 'build>reveiw review'],
])('nothing is said of: %s', (_, run) => {
  test(run, () => expect(said(run)).toEqual([]));
});

describe.each([
  [
    'one of three side by side, when the others meet',
    'conductor>compete conductor>trends conductor>vision trends>scope vision>scope scope>build build',
    ['1 unanswered-handoff'],
  ],
  [
    'one of three, when the conductor goes on after the others',
    'conductor>compete conductor>trends conductor>vision trends vision conductor>scope scope>build build',
    ['1 unanswered-handoff'],
  ],
  [
    'one of two, when who handed out goes on',
    'vision>compete vision>trends trends vision>scope scope>build build',
    ['1 unanswered-handoff'],
  ],
  [
    'who was reminded in vain, once',
    'vision>compete user>compete conductor>scope scope>build build',
    ['2 unanswered-handoff'],
  ],
  ['the work went elsewhere', 'build>review style>document document', ['2 answered-by-another']],
])('what is said of: %s', (_, run, expected) => {
  test(run, () => expect(said(run)).toEqual(expected));
});

test('of files whose order is not known nothing is said', () => {
  const [one = '', two = '', three = ''] = linesOf('vision>compete conductor>scope scope>build');
  const beside = { 'b.json': two, 'c.json': three };
  const codes = (text: string, files: Record<string, string>) =>
    problemsIn(analyseWithRunRules('a.json', text, { files })).map(({ rule }) => rule);
  expect(codes(one, beside)).toContain(UNANSWERED);
  expect(codes(one.replace('timestamp', 'time'), beside)).not.toContain(UNANSWERED);
});

function said(run: string): string[] {
  return problemsIn(analyseWithRunRules('log.jsonl', linesOf(run).join('\n')))
    .filter(({ rule }) => rule === UNANSWERED || rule === BY_ANOTHER)
    .map(({ part, rule }) => `${part.id.slice('line '.length)} ${rule.slice('agent-message/'.length)}`);
}

function linesOf(run: string): string[] {
  return run.split(' ').map((one, index) => {
    const [from = '', next] = one.split('>');
    const [agent, to = 'conductor'] = from.split(':');
    return JSON.stringify({
      id: `m${index}`,
      from: agent,
      to,
      timestamp: `2026-06-01T10:0${index}:00Z`,
      context: { workflowId: 'w' },
      payload: { confidence: 1 },
      ...(next && { handoff: { nextAgent: next, instructions: 'go on' } }),
    });
  });
}
