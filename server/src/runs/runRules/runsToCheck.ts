import type { CheckedRun, RunEnvelope, RunFile, RunStep } from '../../model/rule';
import type { Steps } from '../../shared/steps';
import { folderRuns } from '../assembly/folderRuns';
import { orderedSteps } from '../assembly/orderedSteps';
import { type RunPiece, type StepRef, stepStart } from '../assembly/stepRef';
import { type Entry, sureEntries } from '../reading/fileRecord';
import { type Answers, askAbout, type JudgeRunsOptions } from './judgement';
import type { RunRuleFile } from './runRuleFile';

/**
 * The runs of the files of one folder, as rules see them. A log of calls and a log of their results form one run if an
 * answer in one belongs to a question in the other.
 *
 * @returns the runs, and the answers to what rules ask about them, which come while the rules run
 */
export function* runsToCheck(
  files: readonly RunRuleFile[],
  { isWhole, of }: JudgeRunsOptions,
): Steps<{ runs: CheckedRun[]; answers: Answers }> {
  const envelopes = new Map<Entry, RunEnvelope>();
  const answers: Answers = new Map();
  for (const file of files) {
    addEnvelopes(envelopes, file, answers);
    yield;
  }
  const runs = linked(folderRuns(files.map(({ record }) => record)));
  yield;
  const lone = runs.flatMap(({ id, refs }) => (id === undefined ? refs.map(({ entry }) => envelopeOf(entry)) : []));
  const isOfFile = ({ record, answer }: StepRef) => record.uri === of || answer?.record.uri === of;
  const wanted = of === undefined ? runs : runs.filter(({ refs }) => refs.some(isOfFile));
  const checked: CheckedRun[] = [];
  for (const { refs } of wanted) {
    const [first] = refs;
    checked.push({
      steps: orderedSteps(refs).refs.map(({ entry, answer }): RunStep => {
        const step: RunStep = envelopeOf(entry);
        // An envelope is the same object in every run.
        if (answer) step.answer = envelopeOf(answer.entry);
        return step;
      }),
      isOrdered: refs.every(ref => ref.record === first?.record) || refs.every(ref => stepStart(ref) !== undefined),
      isWhole,
      lone,
    });
    yield;
  }
  return { runs: checked, answers };

  function envelopeOf(entry: Entry): RunEnvelope {
    return envelopes.get(entry) as RunEnvelope;
  }
}

function addEnvelopes(envelopes: Map<Entry, RunEnvelope>, from: RunRuleFile, answers: Answers): void {
  const { record } = from;
  const entries = sureEntries(record);
  const file: RunFile = { uri: record.uri, isLog: entries.some(({ part }) => part !== entries[0]?.part) };
  let before: RunStep | undefined;
  for (const [place, draft] of entries.entries()) {
    const { part } = draft;
    const ask: RunEnvelope['ask'] = question => askAbout(draft, from, { answers, question });
    const envelope: RunEnvelope = { draft, file, part, place, ask };
    if (before) envelope.before = before;
    envelopes.set(draft, envelope);
    before = envelope;
  }
}

/** Joins runs without an id if an answer in one file belongs to a question in another. */
function linked(pieces: readonly RunPiece[]): Pick<RunPiece, 'id' | 'refs'>[] {
  const heads = new Map<string, string>();
  const headOf = (key: string): string => {
    let head = key;
    for (let next = heads.get(head); next !== undefined; next = heads.get(head)) head = next;
    return head;
  };
  for (const { id, space, refs } of pieces) {
    if (id !== undefined) continue;
    for (const { record, answer } of refs) {
      if (!answer || answer.record === record) continue;
      const [one, other] = [headOf(keyOf(space, record.uri)), headOf(keyOf(space, answer.record.uri))];
      if (one !== other) heads.set(other, one);
    }
  }
  const runs = new Map<string, Pick<RunPiece, 'id' | 'refs'>>();
  for (const piece of pieces) {
    const { id, space, file = '', refs } = piece;
    const key = id === undefined ? headOf(keyOf(space, file)) : `${space}\0\0${id}`;
    const run = runs.get(key);
    if (run) run.refs = run.refs.concat(refs);
    else runs.set(key, { refs, ...(id !== undefined && { id }) });
  }
  return [...runs.values()];
}

function keyOf(space: string, file: string): string {
  return `${space}\0${file}`;
}
