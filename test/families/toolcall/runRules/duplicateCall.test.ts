import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['toolcall/duplicate-call'];
const CALL = '{"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z"}';

test('an id that was given before', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z"}
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "z", "args": {}, "ts": "2026-06-01T10:00:01Z"}
      //            ^^^^^^^^^^^^^^ toolcall/duplicate-call warning: "t_aaaaaaaaaa" is already the id of another call (line 1)
        {"call_id": "t_bbbbbbbbbb", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:02Z"}
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:03Z"}
      //            ^^^^^^^^^^^^^^ toolcall/duplicate-call
    `,
    {},
    RULES,
  );
});

test('in an array', () => {
  expectDrawnProblems(
    'calls.json',
    `
      [
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z"},
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "z", "args": {}, "ts": "2026-06-01T10:00:01Z"}
      //            ^^^^^^^^^^^^^^ toolcall/duplicate-call warning: (element 1)
      ]
    `,
    {},
    RULES,
  );
});

test('another log is another run, and examples are none', () => {
  expectDrawnProblems(
    'calls.jsonl',
    CALL,
    { files: { 'calls.jsonl': CALL, 'other.jsonl': `${CALL}\n${CALL}` } },
    RULES,
  );
  expectDrawnProblems('calls.md', `\`\`\`jsonl\n${CALL}\n${CALL}\n\`\`\``, {}, RULES);
});
