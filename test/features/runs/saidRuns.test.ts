import { describe, expect, test } from 'vitest';
import { filterAndSortRuns } from '../../../server/src/features/runs/filterAndSortRuns';
import { saidRuns } from '../../../server/src/features/runs/searchMessages';
import { eighth } from '../../kit/amount';
import { FOLDER, message } from '../../runs/index/startedIndexer';
import { searchOf } from './searchOf';

const ofRun = (run: string, output: string) =>
  message(`m-${run}`, { output: { summary: 'short', notes: output } }).replace('"wf_1"', JSON.stringify(run));
const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `${FOLDER}/logs/${at}.jsonl`,
    `${ofRun(`wf_${at}`, at % 20 === 7 ? 'A needle in here' : 'Nothing')}\n`,
  ]),
);

/** A search whose clock goes on by a millisecond with each look. */
function lookup() {
  const search = searchOf(files);
  let now = 0;
  const said = saidRuns(search.context, () => now++);
  const shown = (filter: string) =>
    filterAndSortRuns(search.indexer.index, { filter, sort: 'name' }, 0, said).map(({ id }) => id);
  const all = () => {
    while (said.work(Number.POSITIVE_INFINITY));
  };
  return { ...search, said, shown, all };
}

describe('the filter of runs', () => {
  test('finds runs by what was said in them, more with each slice', () => {
    const { shown, all, said } = lookup();
    const first = shown('needle');
    const version = said.version();
    expect(first.length).toBeLessThan(3);
    all();
    expect(said.version()).toBeGreaterThan(version);
    expect(shown('needle')).toEqual(['wf_7', 'wf_27', 'wf_47']);
    expect(shown('needle wf_2')).toEqual(['wf_27']);
  });

  test('hides what was not said', () => {
    const { shown, all } = lookup();
    shown('-needle');
    all();
    expect(shown('-needle').length).toBe(57);
    expect(shown('nothing -needle').length).toBeLessThan(57);
    all();
    expect(shown('nothing -needle').length).toBe(57);
  });

  test('takes phrases', () => {
    const { shown, all } = lookup();
    shown('"needle in"');
    all();
    expect(shown('"needle in"').length).toBe(3);
    shown('"in needle"');
    all();
    expect(shown('"in needle"')).toEqual([]);
  });

  test('does not search for one or two letters', () => {
    const { shown, said } = lookup();
    expect(shown('zz')).toEqual([]);
    expect(said.work(Number.POSITIVE_INFINITY)).toBe(false);
  });

  test('keeps what was found until the files that changed are searched', () => {
    const { shown, all, files: texts, indexer, work } = lookup();
    shown('needle');
    all();
    const uri = `${FOLDER}/logs/7.jsonl`;
    texts.set(uri, `${ofRun('wf_7', 'gone')}\n`);
    texts.set(`${FOLDER}/logs/3.jsonl`, `${ofRun('wf_3', 'needles')}\n`);
    for (const one of [uri, `${FOLDER}/logs/3.jsonl`]) indexer.changed(one);
    work('idle');
    expect(shown('needle')).toContain('wf_7');
    all();
    expect(shown('needle').sort()).toEqual(['wf_27', 'wf_3', 'wf_47']);
  });

  test('goes on while the index changes all the time', () => {
    const { shown, said, files: texts, indexer, work } = lookup();
    shown('needle');
    for (let at = 0; at < eighth(300); at++) {
      texts.set(`${FOLDER}/logs/0.jsonl`, `${ofRun('wf_0', `Nothing ${at}`)}\n`);
      indexer.changed(`${FOLDER}/logs/0.jsonl`);
      work('idle');
      said.work(0);
      shown('needle');
    }
    expect(shown('needle').length).toBe(3);
  });

  test('searches on only for the words of the last filter', () => {
    const { shown, said } = lookup();
    shown('needle');
    shown('');
    expect(said.work(Number.POSITIVE_INFINITY)).toBe(false);
  });
});
