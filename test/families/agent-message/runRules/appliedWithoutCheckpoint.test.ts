import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-message/applied-without-checkpoint'];
const START =
  '{"id": "m1", "from": "vision", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}';
const APPLIED =
  '{"id": "m2", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1, "artifacts": [{"type": "code", "path": "a", "status": "applied"}]}}';
const CHECKPOINT =
  '{"from": "conductor", "to": "user", "intent": "checkpoint", "payload": {"stage": "pre_code_change"}}';

test('code that is applied before anyone was asked', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"id": "m1", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1, "artifacts": [{"type": "documentation", "path": "a", "status": "applied"}, {"type": "code", "path": "b", "status": "proposed"}]}}
        {"id": "m2", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1, "artifacts": [{"type": "code", "path": "a", "status": "proposed"}, {"type": "code", "path": "b", "status": "applied"}]}}
      //                                                                                                                                                                                                                         ^^^^^^^^^ agent-message/applied-without-checkpoint warning: no checkpoint before it
        {"from": "conductor", "to": "user", "intent": "checkpoint", "payload": {"stage": "pre_code_change"}}
        {"id": "m3", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1, "artifacts": [{"type": "code", "path": "a", "status": "applied"}]}}
    `,
    {},
    RULES,
  );
});

test('a checkpoint before it, in its log, in the log of the audit or as a file beside', () => {
  const record =
    '{"checkpointId": "c", "workflowId": "w", "timestamp": "2026-06-01T09:00:00Z", "stage": "s", "response": "approve", "responseTime": "00:00:01"}';
  const at = (message: string, time: string) => message.replace('"id"', `"timestamp": "2026-06-01T${time}:00Z", "id"`);
  const log = `${at(START, '08:00')}\n${at(APPLIED, '10:00')}`;
  expectDrawnProblems('log.jsonl', `${START}\n${CHECKPOINT}\n${APPLIED}`, {}, RULES);
  expectDrawnProblems('log.jsonl', log, { files: { 'audit.jsonl': `${record}\n${record}` } }, RULES);
  expectDrawnProblems('log.jsonl', log, { files: { 'checkpoint.json': CHECKPOINT } }, RULES);
  expectDrawnProblems('log.jsonl', log, { files: { 'checkpoints.jsonl': `${CHECKPOINT}\n${CHECKPOINT}` } }, RULES);
});

test('a run that is its log has its checkpoints there', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"id": "m2", "from": "build", "to": "conductor", "payload": {"confidence": 1, "artifacts": [{"type": "code", "path": "a", "status": "applied"}]}}
      //                                                                                                                                    ^^^^^^^^^ agent-message/applied-without-checkpoint
        ${CHECKPOINT}
    `,
    {},
    RULES,
  );
});

test('a checkpoint that was rejected approves of nothing, until the next one', () => {
  const record = (response: string) =>
    `{"checkpointId": "c", "workflowId": "w", "timestamp": "2026-06-01T09:00:00Z", "stage": "s", "response": "${response}", "responseTime": "00:00:01"}`;
  const applied = APPLIED.replace('"id"', '"timestamp": "2026-06-01T10:00:00Z", "id"');
  expectDrawnProblems(
    'log.jsonl',
    `
        ${record('reject')}
        ${applied}
      //                                                                                                                                                                                                         ^^^^^^^^^ agent-message/applied-without-checkpoint warning: the checkpoint before it in its run was rejected
        ${record('approve').replace('09:', '11:')}
        ${applied.replace('10:', '12:').replace('m2', 'm3')}
    `,
    {},
    RULES,
  );
});

test('a checkpoint that names no workflow may be of any in its log', () => {
  const other = (message: string) => message.replace('"w"', '"other"');
  const record = (response: string, workflow = '') =>
    `{"checkpointId": "c", ${workflow}"timestamp": "2026-06-01T09:00:00Z", "stage": "s", "response": "${response}", "responseTime": "00:00:01"}`;
  expectDrawnProblems('log.jsonl', [START, other(START), CHECKPOINT, APPLIED, other(START)].join('\n'), {}, RULES);
  expectDrawnProblems(
    'log.jsonl',
    [START, record('reject', '"workflowId": "w", '), other(START), CHECKPOINT, APPLIED].join('\n'),
    {},
    RULES,
  );
  expectDrawnProblems(
    'log.jsonl',
    `
        ${START}
        ${other(START)}
        ${APPLIED}
      //                                                                                                                                                                    ^^^^^^^^^ agent-message/applied-without-checkpoint
        ${other(START)}
        ${CHECKPOINT}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'log.jsonl',
    `
        ${START}
        ${other(START)}
        ${CHECKPOINT.replace('"payload"', '"context": {"workflowId": "other"}, "payload"')}
        ${APPLIED}
      //                                                                                                                                                                    ^^^^^^^^^ agent-message/applied-without-checkpoint
    `,
    {},
    RULES,
  );
});

test('a checkpoint of no workflow is answered by the rejection behind it', () => {
  const rejected =
    '{"checkpointId": "c", "workflowId": "w", "timestamp": "2026-06-01T09:00:00Z", "stage": "s", "response": "reject", "responseTime": "00:00:01"}';
  const applied = APPLIED.replace('"id"', '"timestamp": "2026-06-01T10:00:00Z", "id"');
  expectDrawnProblems(
    'log.jsonl',
    `
        ${START}
        ${CHECKPOINT}
        ${rejected}
        ${applied}
      //                                                                                                                                                                                                         ^^^^^^^^^ agent-message/applied-without-checkpoint warning: the checkpoint before it in its run was rejected
    `,
    {},
    RULES,
  );
});

test('a message alone', () => expectDrawnProblems('m.json', APPLIED, {}, RULES));
