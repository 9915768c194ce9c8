import type { RunSummary } from '../../model/run';
import { described, hasFields, isCount, isFlag, isListOf, isOneOf, isText, optional } from '../../shared/validateShape';
import { envelopeDifference } from '../replay/envelopeDifference';
import { runComparison } from '../replay/runComparison';
import { STEP_ROW, stepLine, stepRow } from './listAndSearchRunsTools';
import { beginningOf, rowsThatFit } from './rowsThatFit';
import {
  CURSOR,
  cursorPlace,
  defineTool,
  ifKnown,
  LIMIT,
  NEXT,
  openKnownRun,
  REDACT,
  RUN,
  runNamed,
  runNames,
  type ToolContext,
  ToolError,
} from './toolContext';

const isDifference = hasFields({
  pointer: isText,
  change: isOneOf('added', 'removed', 'changed', 'moved'),
  one: optional(isText),
  other: optional(isText),
});

/** The tool with which agents compare two workflow runs: their metrics, and their steps side by side. */
export const compareTool = defineTool(
  {
    name: 'compare',
    needsRuns: true,
    title: 'Compare Two Runs',
    about:
      'Compares two runs: their figures, and their steps side by side: which are the same, changed, missing or added, and the values that differ. Call it for "what differs", such as a run that failed and one that did not.',
    input: {
      run: RUN,
      with: RUN,
      all: described(optional(isFlag), 'Also the steps that are the same.'),
      limit: LIMIT,
      cursor: CURSOR,
      redact: REDACT,
    },
    output: {
      one: isText,
      other: isText,
      figures: isListOf(hasFields({ name: isText, one: isText, other: isText })),
      counts: hasFields({ same: isCount, changed: isCount, added: isCount, missing: isCount }),
      uncompared: described(isListOf(hasFields({ field: isText, steps: isCount })), 'What an export does not have.'),
      steps: isListOf(
        hasFields({
          is: isOneOf('same', 'changed', 'added', 'missing'),
          one: optional(hasFields(STEP_ROW)),
          other: optional(hasFields(STEP_ROW)),
          differs: isListOf(isText),
          values: described(isListOf(isDifference), 'The first values that differ.'),
        }),
      ),
      next: NEXT,
    },
  },
  {
    answer(context, { run, with: word, all, limit, cursor, redact }) {
      const [first, second] = [runNamed(context, run), runNamed(context, word)];
      if (first.key === second.key) throw new ToolError(`"${run}" and "${word}" are the same run; name two.`);
      const { one, other } = bothRuns(context, [first, second], redact);
      const only = all ? 'all' : 'different';
      const from = cursorPlace<ComparePlace>(context, 'compare', cursor)?.row ?? 0;
      const found = runComparison(one, { with: second.key, only, from });
      function* rows() {
        for (const { is, one: left, other: right, differs } of found.rows) {
          const values =
            is === 'changed' && left && right
              ? envelopeDifference(one, { with: second.key, step: left.step, other: right.step, count: MOST_VALUES })
                  .rows
              : [];
          yield {
            is,
            one: left && stepRow(one, left.step),
            other: right && stepRow(other, right.step),
            differs,
            values: values.map(({ path, change, one: before, other: after }) => ({
              pointer: beginningOf(path, 120),
              change,
              one: ifKnown(before, text => beginningOf(text, 160)),
              other: ifKnown(after, text => beginningOf(text, 160)),
            })),
          };
        }
      }
      const fitting = rowsThatFit(rows(), { limit });
      const end = from + fitting.rows.length;
      const next: ComparePlace = { tool: 'compare', row: end };
      const nameOf = runNames(context);
      return {
        one: nameOf(first),
        other: nameOf(second),
        figures: found.metrics.map(({ name, one: left, other: right }) => ({ name, one: left, other: right })),
        counts: found.counts,
        uncompared: found.uncompared.map(({ what, rows: count }) => ({ field: what, steps: count })),
        steps: fitting.rows,
        ...(end < found.total && { next: context.cursors.keep(next) }),
      };
    },
    lines: ({ one, other, figures, counts, uncompared, steps }) => ({
      first: `${counts.same} steps are the same, ${counts.changed} changed, ${counts.added} only in the other run, ${counts.missing} only in the one.`,
      rest: [
        `one: ${one}; other: ${other}`,
        ...uncompared.map(({ field, steps: count }) => `not compared: ${field} of ${count} steps`),
        ...figures.map(figure => `${figure.name}: ${figure.one} / ${figure.other}`),
        ...steps.flatMap(({ is, one: left, other: right, differs, values }) => [
          `${is}: ${[left, right].flatMap(step => (step ? stepLine(step) : [])).join(' / ')} ${differs.join(', ')}`,
          ...values.map(
            ({ pointer, one: before, other: after }) => `  ${pointer}: ${before ?? 'nothing'} / ${after ?? 'nothing'}`,
          ),
        ]),
      ],
    }),
  },
);

interface ComparePlace {
  tool: 'compare';
  row: number;
}

const MOST_VALUES = 6;

/** Opens two runs for comparison: the first one has the other among its `others`. Redacts both on request. */
function bothRuns(context: ToolContext, [first, second]: [RunSummary, RunSummary], redact: boolean | undefined) {
  const [one, other] = [openKnownRun(context, first, { redact }), openKnownRun(context, second, { redact })];
  const others = { ...one.others, run: (key: string) => (key === second.key ? other.run : undefined) };
  return { one: { ...one, others }, other };
}
