import type { Analysis } from '../../model/analysis';
import type { ProblemCounts, RunSummary, Step } from '../../model/run';
import type { Path, Position, TextFile } from '../../model/text';
import { offsetAt, partAt as partAtPosition, withPartAt } from '../../parts/positions';
import { largeJsonOf, partTree } from '../../parts/rootPart';
import { splitIntoParts } from '../../parts/splitIntoParts';
import type { FileStep, IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { partitionPoint } from '../../shared/arrays';
import { elementPathAt } from '../../text/json/largeJson';
import { jsonLocationAt, valuePathAt } from '../../text/json/parseJson';
import { toMilliseconds } from '../../text/parseTime';

/** The step of a workflow run that an envelope in a file belongs to, as plain data for code lenses and inlay hints. */
export interface FileStepInfo {
  part: string;
  path: Path;
  run: Pick<RunSummary, 'key' | 'id' | 'title' | 'steps'>;
  /** The step's zero-based index in its run. */
  index: number;
  problems: ProblemCounts;
  /** Milliseconds since 1970. */
  at?: number;
  /** The time of the last preceding sibling with a time; milliseconds since 1970. */
  previousAt?: number;
  /** For a response: the called tool, with its agent. */
  tool?: string;
  /** The step is the first of its run in the file. */
  first?: true;
  /** The number of the run's steps nested in this part, if the part itself is no step. */
  within?: number;
}

/**
 * Returns the steps of a file's envelopes, without steps nested in another envelope.
 *
 * @param parts restricts the steps to those of these parts
 */
export function stepsOfFile(index: RunIndex, uri: string, parts?: ReadonlySet<string>): FileStepInfo[] {
  const isWanted = (step: FileStep) => isWholePart(step) && (parts?.has(step.part) ?? true);
  return index.stepsIn(uri).flatMap(step => (isWanted(step) ? fileStepInfo(index, uri, step) : []));
}

/** Returns whether the step is a whole part, not a value in a part. */
export function isWholePart({ path }: FileStep): boolean {
  return path.length === 0;
}

/** Returns a step of a file as plain data for the editor. */
export function fileStepInfo(
  index: RunIndex,
  uri: string,
  { run: key, index: at, part, path }: FileStep,
): FileStepInfo[] {
  const run = index.run(key);
  if (!run) return [];
  const { id, title, steps } = run.summary;
  const step = run.step(at);
  const previousAt = step.at === undefined ? undefined : timeBefore(run, step);
  const place = step.envelopes.findIndex(location => location.uri === uri && location.part === part);
  const isAnswer = place > 0 && place < step.envelopes.length - (step.pieces ?? 0);
  const tool = isAnswer ? toolOf(step) : undefined;
  return [
    {
      part,
      path,
      run: { key, id, title, steps },
      index: at,
      problems: step.problems,
      ...(step.at !== undefined && { at: toMilliseconds(step.at) }),
      ...(previousAt !== undefined && { previousAt: toMilliseconds(previousAt) }),
      ...(tool !== undefined && { tool }),
    },
  ];
}

function timeBefore(run: IndexedRun, { index, parent }: Step): bigint | undefined {
  const level = run.children(parent);
  const place = partitionPoint(level.length, at => (level[at] as number) < index);
  for (let i = place - 1; i >= Math.max(0, place - FARTHEST); i--) {
    const { at } = run.step(level[i] as number);
    if (at !== undefined) return at;
  }
  return undefined;
}

const FARTHEST = 100;

function toolOf({ agent, effects }: Step): string | undefined {
  const call = effects.find(effect => effect.do === 'call');
  return call && (agent === undefined ? call.tool : `${agent}.${call.tool}`);
}

/** A value in a file: the part that it is in, and its path there. */
export interface PlaceInFile {
  part: string;
  path: Path;
}

/** Returns the part at a position in a file, and the path of the value there. Parses only one line of a log. */
export function partAt(file: TextFile, position: Position): PlaceInFile | undefined {
  if (file.lang === 'jsonl') {
    const text = file.lines[position.line];
    if (text === undefined) return undefined;
    return { part: `line ${position.line + 1}`, path: jsonLocationAt(text, position.character)?.path ?? [] };
  }
  if (file.lang === 'markdown') return undefined;
  const part = partAtPosition(splitIntoParts(file), position);
  const offset = part && offsetAt(part, position);
  if (!part || offset === undefined) return undefined;
  if (part.lang === 'yaml') {
    const root = partTree(part);
    return { part: part.id, path: root ? valuePathAt(root, offset) : [] };
  }
  return { part: part.id, path: jsonLocationAt(part.text, offset)?.path ?? [] };
}

/**
 * Like `partAt`, for a JSON file that is analysed: reads only the element at the position. Undefined if `partAt` has to look, as between
 * elements.
 */
export function analysedPartAt({ file, parts }: Analysis, position: Position): PlaceInFile | undefined {
  if (file.lang !== 'json' && file.lang !== 'jsonc') return undefined;
  const part = withPartAt(parts, position)?.part;
  const offset = part && offsetAt(part, position);
  // Documents that an envelope carries are no parts of the file.
  if (!part || offset === undefined || part.lang === 'markdown') return undefined;
  const json = largeJsonOf(part);
  if (json) {
    const path = elementPathAt(json, offset);
    return path && { part: part.id, path };
  }
  return part.parent && { part: part.id, path: jsonLocationAt(part.text, offset)?.path ?? [] };
}
