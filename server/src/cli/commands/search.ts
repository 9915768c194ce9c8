import { unfinishedTerm } from '../../features/agentTools/unfinishedTerm';
import { queryTerms, unknownKey } from '../../features/runs/queryTerms';
import { FILTER_KEYS } from '../../features/runs/runFilter';
import { saidWords } from '../../features/runs/scanMessageTexts';
import type { RunSource } from '../../model/runSource';
import type { Request } from '../../sources/storeClient';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { wordPattern } from '../../text/searchWords';
import { PROJECT_NOTES, PROJECT_OPTIONS } from '../cliProject';
import { formatOf, type Io, pageOf, pathsOf, tell, writePieces } from '../commandIo';
import { readRunsOf } from '../indexRunFiles';
import { MOST_EMPTY_PAGES, NEVER, recentNote } from '../loadStoreRuns';
import { openNamedSource } from '../openNamedSource';
import { type Arguments, PROGRAM, UsageError } from '../readArguments';
import { type FoundInFile, type SearchAnswer, type SearchRequest, searchRunTexts } from '../searchRunTexts';
import { readSelection, SELECTION_OPTIONS, SOURCE_NOTES, SOURCE_OPTIONS, type SourceSelection } from '../sourceOptions';
import { escapedJsonLine, type Page, type Piece, terminalLine } from '../terminalLine';
import type { Command } from './commandTypes';

/**
 * Returns the command `agent-envelopes search`, which finds the steps of workflow runs whose messages contain words.
 *
 * @param request sends HTTP requests to stores
 */
export function searchCommand({ request }: { request: Request }): Command {
  return {
    name: 'search',
    about: 'Search everything that was said in the runs of files and folders',
    operands: 'WORDS [paths…]',
    firstPath: 1,
    options: {
      format: { value: 'FORMAT', choices: FORMATS, about: 'output format (default: pretty)' },
      limit: { value: 'N', about: `the maximum number of matches (default: ${DEFAULT_LIMIT})` },
      ...SOURCE_OPTIONS,
      since: SELECTION_OPTIONS.since,
      filter: SELECTION_OPTIONS.filter,
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const { words, paths, limit, format } = readSearchRequest(args);
      const selection = readSearchSelection(args);
      if (selection) {
        if (args.operands.length > 1) throw new UsageError('"--source" searches a store; leave out the paths.');
        const source = openNamedSource(selection.name, args, io, request);
        const found = await searchSource(source, words, { ...selection, limit });
        await print(found.answer, format, io);
        for (const note of found.notes) tell(note, io);
        if (found.answer.total === 0) tellDoubts(words, io);
        return found.answer.total > 0 ? 0 : 1;
      }
      const { runs, isComplete } = readRunsOf(paths, args, io);
      const answer = searchRunTexts(runs, { words, limit });
      if (answer.fault !== undefined) throw new UsageError(answer.fault);
      await print(answer, format, io);
      if (answer.total === 0) tellDoubts(words, io);
      if (!isComplete) return 2;
      return answer.total > 0 ? 0 : 1;
    },
  };
}

const FORMATS = ['pretty', 'json'] as const;
type Format = (typeof FORMATS)[number];
const DEFAULT_LIMIT = 1000;

const NOTES = `WORDS is one argument: words, all of which must be in one text; a word is found at the beginning of a word.
"Quoted" words are found as they are, one after the other; a leading - excludes texts, beside words that are
found. Case makes no difference. Keys of
the run filter choose runs and steps: agent:vision, status:failed, tool:search, family:otlp, kind:span, confidence<0.7.

  ${PROGRAM} search 'timeout agent:build' logs
  ${PROGRAM} search '"out of memory" -retry'

A match is a step with the first of its texts that has the words; the newest runs come first. Property names, Markdown and
copies of a step are not searched. Paths are files (${FILE_EXTENSIONS.join(' ')}) and folders; without any, the current folder.

--source searches the runs of a store instead, as far as its interface can; they have neither files nor ranges.

${SOURCE_NOTES}

${PROJECT_NOTES}

Exit code: 0 found; 1 nothing found; 2 wrong usage, or something could not be read.`;

/** Throws UsageError if the arguments contradict each other or are out of range. */
export function readSearchRequest({ options, operands }: Arguments): SearchRequest & {
  paths: readonly string[];
  format: Format;
} {
  const [words = '', ...paths] = operands;
  if (words.trim() === '') throw new UsageError('"search" needs words: put them in quotes, as one argument.');
  const unfinished = unfinishedTerm(words);
  if (unfinished !== undefined) throw new UsageError(unfinished);
  const written = options.get('limit');
  const limit = written === undefined ? DEFAULT_LIMIT : Number(written);
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new UsageError(`"--limit" takes a whole number from 1 on; "${written}" is not one.`);
  }
  return { words, paths: pathsOf({ operands: paths }), limit, format: formatOf({ options }, FORMATS) };
}

/** Returns the store to search; undefined if none is named. Its limit counts matches, as it does for files. */
function readSearchSelection(args: Arguments): SourceSelection | undefined {
  const options = new Map([...args.options].filter(([name]) => name !== 'limit'));
  return readSelection({ ...args, options }, { usual: DEFAULT_LIMIT, refused: ['config', 'no-config'] });
}

async function print(answer: SearchAnswer, format: Format, io: Io): Promise<void> {
  const { matches, total } = answer;
  if (format === 'json') {
    io.stdout.write(escapedJsonLine(JSON.stringify(matchesJson(answer))));
    return;
  }
  const page = pageOf(io);
  await writePieces(
    io.stdout,
    matches.map(match => `${formatMatch(match, page)}\n`),
  );
  if (total > matches.length) tell(`${total - matches.length} more matches; see them with --limit ${total}.`, io);
}

/** Says what may be wrong with the words of a search without matches: an unknown filter key, an open quote. Such keys are searched as text, since messages often contain `error: …`. */
function tellDoubts(words: string, io: Io): void {
  const [hint] = queryTerms(words).flatMap(term => unknownKey(term, FILTER_KEYS.keys()) ?? []);
  if (hint !== undefined) tell(hint, io);
  if (words.split('"').length % 2 === 0) {
    tell('a quotation mark is not closed: what follows it was searched as one phrase. Close it, or leave it out.', io);
  }
}

/** Formats a match as one line of text, like grep, with the step before the words. */
export function formatMatch({ file, range, run, title, text, marks }: FoundInFile, page: Page): string {
  const place = file !== undefined && range ? `${file}:${range.start.line + 1}:${range.start.character + 1} ` : '';
  const pieces: Piece[] = [
    [place, 'bold'],
    [`${run} · ${title}: `, 'dim'],
  ];
  let at = 0;
  for (const [start, end] of marks) {
    pieces.push(text.slice(at, start), [text.slice(start, end), 'red']);
    at = end;
  }
  return terminalLine([...pieces, text.slice(at)], page);
}

/** Converts the answer to JSON. */
function matchesJson({ matches, total }: SearchAnswer) {
  return {
    version: 1,
    results: matches.map(({ run, step = null, file = null, range = null, field, text }) => ({
      run,
      step,
      file,
      range,
      field,
      text,
    })),
    total,
  };
}

/** The matches in a store, and notes about the search as lines. */
interface FoundInSource {
  answer: SearchAnswer;
  notes: string[];
}

/**
 * Searches a store page by page. Throws UsageError for a filter with an error, and if there is nothing to search for.
 *
 * @param typed words, phrases in quotes, and keys of the run filter
 */
export async function searchSource(
  source: Pick<RunSource, 'search'>,
  typed: string,
  { filter, limit }: Pick<SourceSelection, 'filter' | 'limit'>,
): Promise<FoundInSource> {
  const { words, filter: keys } = saidWords(typed);
  if (wordPattern(words).isEmpty) throw new UsageError(`"${typed}" has no words to search for.`);
  const answer: SearchAnswer = { matches: [], total: 0 };
  const ignored = new Set<string>();
  const told = new Set<string>();
  let recentDays: number | undefined;
  let cursor: string | undefined;
  let emptyPages = 0;
  let isCut = false;
  do {
    const rest = limit - answer.matches.length;
    const query = { words, filter: `${filter} ${keys}`.trim(), limit: rest, ...(cursor !== undefined && { cursor }) };
    const page = await source.search(query, NEVER);
    if (page.fault !== undefined) throw new UsageError(page.fault);
    emptyPages = page.matches.length > 0 ? 0 : emptyPages + 1;
    // A page has all matches of its runs, and may be longer than the limit.
    isCut ||= page.matches.length > rest;
    answer.matches.push(...page.matches.slice(0, rest));
    for (const term of page.notApplied ?? []) ignored.add(term);
    for (const note of page.notes ?? []) told.add(`${note}.`);
    recentDays = page.recentDays;
    // A store that returns the same page again would never end.
    if (page.next !== undefined && page.next === cursor) break;
    cursor = page.next;
  } while (cursor !== undefined && answer.matches.length < limit && emptyPages < MOST_EMPTY_PAGES);
  answer.total = answer.matches.length;
  return {
    answer,
    notes: [
      ...(ignored.size > 0 ? [`The store does not support ${[...ignored].join(', ')}: not applied.`] : []),
      ...told,
      ...(cursor !== undefined || isCut
        ? ['There may be more matches; raise --limit, or narrow --since or --filter.']
        : recentNote(recentDays)),
    ],
  };
}
