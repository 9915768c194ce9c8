import type { Rows, Window } from '../../../../server/src/shared/protocol';

/** Loads the first rows of a list, however few each answer contains. */
export async function firstRows<Row>(
  ask: (window: Required<Window>) => Promise<Rows<Row>>,
  wanted: number,
): Promise<Rows<Row>> {
  const rows: Row[] = [];
  let total = wanted;
  while (rows.length < Math.min(wanted, total)) {
    const answer = await ask({ from: rows.length, count: wanted - rows.length });
    total = answer.total;
    // An empty answer, although more was announced: gives up.
    if (answer.rows.length === 0) break;
    rows.push(...answer.rows);
  }
  return { rows, from: 0, total };
}
