import type { Context } from '../analysis/analyse';
import type { FileAccess } from '../model/fileAccess';
import type { SourceFile } from '../model/text';
import type { IndexerState } from '../runs/indexer';
import type { RunIndex } from '../runs/runIndex';
import type { FolderSettings } from './messages';

/** What an answer may rest on. */
export interface World {
  index: RunIndex;
  folders(): readonly FolderSettings[];
  access: FileAccess;
  /** The files that are open in the editor, as it holds them. */
  opened: ReadonlyMap<string, SourceFile>;
  contextOf(uri: string): Context;
  state(): IndexerState;
}

/** What the server can ask the thread of the index. */
export const questions = {
  runs: ({ index }: World) => index.size(),
};

export type Question = keyof typeof questions;
export type ParamsOf<Q extends Question> = Parameters<(typeof questions)[Q]>[1];
export type AnswerOf<Q extends Question> = ReturnType<(typeof questions)[Q]>;

/** Throws where there is no such question, and what the answer throws. */
export function answerTo(question: string, world: World, params: unknown): unknown {
  if (!Object.hasOwn(questions, question)) throw new Error(`no question "${question}"`);
  const answer = questions[question as Question] as (world: World, params: unknown) => unknown;
  return answer(world, params);
}
