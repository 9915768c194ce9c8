import type { RegistryDocument } from '../model/registryDocument';
import type { Span } from '../model/text';
import { memoizeByObject } from '../text/memoize';
import { isCompleteRow, rowCell } from './entries';

/** A row of the decisions log. Missing texts are empty. */
export interface Decision {
  /** The row. */
  at: Span;
  time: string;
  workflow: string;
  agent: string;
  text: string;
  rationale: string;
}

/** The decisions in log order. Includes incomplete rows, so that later rows keep their number. */
export const decisionsOf = memoizeByObject((registry: RegistryDocument): readonly Decision[] =>
  registry.sections
    .filter(({ definition }) => definition.id === 'decisions-log')
    .flatMap(({ tables }) =>
      tables.flatMap(table =>
        table.rows.map(row => {
          const cell = (name: string) =>
            (isCompleteRow({ table, row }) && rowCell({ table, row }, column => column.name === name)?.text) || '';
          return {
            at: { start: row.start, end: row.end },
            time: cell('Timestamp'),
            workflow: cell('Workflow'),
            agent: cell('Agent'),
            text: cell('Decision'),
            rationale: cell('Rationale'),
          };
        }),
      ),
    ),
);
