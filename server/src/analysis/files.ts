import type { Workspace } from '../model/disk';
import type { Files, FoundFile } from '../model/rule';
import { isObject } from '../text/pointer';
import { pathOnDisk } from './pathOnDisk';
import { resolveLink, resolvePath } from './paths';

/**
 * The files around a document, for its rules. Without a workspace nothing is ever known.
 *
 * @param coming paths of files that the enclosing envelope creates together with the document; absent for the file
 *   itself
 * @param onAnswer called with each question to the disk and its answer: as long as all answers stay the same, so does
 *   whatever follows from them
 */
export function filesAround(
  uri: string,
  workspace: Workspace | undefined,
  coming?: readonly string[],
  onAnswer: (answered: AnsweredQuestion) => void = () => {},
): Files {
  if (!workspace)
    return {
      uri,
      find: () => undefined,
      linked: () => undefined,
      onDisk: () => undefined,
      text: () => undefined,
      list: () => undefined,
    };
  const { disk } = workspace;
  const ask = <T>(question: string, ask: (workspace: Workspace) => T, version?: () => number): T => {
    const answer = ask(workspace);
    onAnswer({ question, ask: () => ask(workspace), answer, ...(version && { version, asked: version() }) });
    return answer;
  };
  return {
    uri,
    find: path =>
      comingFile(path, coming ?? []) ??
      ask(`find ${path}`, workspace => resolvePath(path, uri, workspace), disk.version),
    // A document in an envelope is written elsewhere, and its links are relative to that place.
    linked: target =>
      coming
        ? comingFile(target.replace(/^(\.{1,2}\/)+/, ''), coming)
        : ask(`linked ${target}`, workspace => resolveLink(target, uri, workspace), disk.version),
    onDisk: path => ask(`onDisk ${path}`, workspace => pathOnDisk(path, uri, workspace), disk.version),
    text: file => ask(`text ${file}`, ({ disk }) => disk.text(file)),
    list: folder => ask(`list ${folder}`, ({ disk }) => disk.list(folder)),
  };
}

/** A question to the disk, with the answer that it had. */
export interface AnsweredQuestion {
  /** Names it: among those of one document, equal questions have equal names. */
  question: string;
  ask(): unknown;
  answer: unknown;
  /** The version of the disk, of which the answer depends on nothing but folders and links. */
  version?(): number;
  /** The version for which it was asked last. */
  asked?: number;
}

/**
 * Adds an answered question by its name. If the disk changes between two steps of an analysis, a question may get two answers: then
 * `isStillAnswer` is false for it.
 */
export function addAnswer(answered: Map<string, AnsweredQuestion>, one: AnsweredQuestion): void {
  const { question, ask, answer } = one;
  const known = answered.get(question);
  if (!known || isSame(known.answer, answer)) answered.set(question, one);
  else answered.set(question, { question, ask, answer: CONTRADICTED });
}

const CONTRADICTED = Symbol('two answers');

/** Whether the disk still gives the same answer. */
export function isStillAnswer(one: AnsweredQuestion): boolean {
  const version = one.version?.();
  if (version !== undefined && version === one.asked) return true;
  if (!isSame(one.ask(), one.answer)) return false;
  if (version !== undefined) one.asked = version;
  return true;
}

function isSame(now: unknown, answer: unknown): boolean {
  if (now === answer) return true;
  // A listing is the same object as long as its folder is unchanged.
  if (!isObject(now) || !isObject(answer) || now instanceof Map || answer instanceof Map) return false;
  return JSON.stringify(now) === JSON.stringify(answer);
}

function comingFile(path: string, coming: readonly string[]): FoundFile | undefined {
  const own = coming.find(one => one === path || one.endsWith(`/${path}`));
  if (own !== undefined) return { uri: `agent-envelopes:/coming/${own}`, type: 'file' };
  const folder = path.endsWith('/') && coming.some(one => one.startsWith(path) || one.includes(`/${path}`));
  return folder ? { uri: `agent-envelopes:/coming/${path}`, type: 'folder' } : undefined;
}
