import type { Rows, Window } from '../../../../server/src/shared/protocol';

/** The first rows of a list, as many as are wanted, however few of them are told at once. */
export async function firstRows<Row>(
  ask: (window: Required<Window>) => Promise<Rows<Row>>,
  wanted: number,
): Promise<Rows<Row>> {
  const rows: Row[] = [];
  let total = wanted;
  while (rows.length < Math.min(wanted, total)) {
    const told = await ask({ from: rows.length, count: wanted - rows.length });
    total = told.total;
    // Nothing, though there is to be more: not asked again for ever.
    if (told.rows.length === 0) break;
    rows.push(...told.rows);
  }
  return { rows, from: 0, total };
}
