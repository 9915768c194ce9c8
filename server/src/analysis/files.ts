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
  const ask = <T>(question: string, ask: (workspace: Workspace) => T): T => {
    const answer = ask(workspace);
    onAnswer({ question, ask: () => ask(workspace), answer });
    return answer;
  };
  return {
    uri,
    find: path => comingFile(path, coming ?? []) ?? ask(`find ${path}`, workspace => resolvePath(path, uri, workspace)),
    // A document in an envelope is written elsewhere, and its links are relative to that place.
    linked: target =>
      coming
        ? comingFile(target.replace(/^(\.{1,2}\/)+/, ''), coming)
        : ask(`linked ${target}`, workspace => resolveLink(target, uri, workspace)),
    onDisk: path => ask(`onDisk ${path}`, workspace => pathOnDisk(path, uri, workspace)),
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
}

/** Whether the disk still gives the same answer. */
export function isStillAnswer({ ask, answer }: AnsweredQuestion): boolean {
  const now = ask();
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
