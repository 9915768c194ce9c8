import type { ServerResponse } from 'node:http';
import type { StoreKind } from '../../server/src/sources/storeConfig';
import { isObject } from '../../server/src/text/jsonPointer';
import type { Received } from '../kit/serveHttp';
import { answerBody, RUN_ID, storeAnswers } from '../sources/storeAnswers';

/** An id that leads elsewhere, and wants to be more than text. */
export const POISONED_ID = '../../::error::evil\n\u001b[2J\u202e[x](command:evil)$(zap)';

/** The words in answers that no protocol fixes. */
const FREE = /plan trip|Find a needle|no seats left|planner|travel|agents|^search$/g;

/**
 * Answers as a store of one run does, with each of its texts poisoned.
 *
 * @param id the id of the run, where a store may choose it freely
 */
export function poisonedStore(kind: StoreKind, next: () => string, id = RUN_ID) {
  const at = BigInt(Date.now() - 60_000) * 1_000_000n;
  const answers = storeAnswers(kind, at).map(answer => ({ ...answer, body: answerBody(kind, poisoned(answer.value)) }));

  function poisoned(value: unknown): unknown {
    if (typeof value === 'string') return poisonedText(value);
    if (Array.isArray(value)) return value.map(poisoned);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key === 'tags' ? `tags ${next()}` : key, poisoned(one)]),
    );
  }

  function poisonedText(text: string): string {
    if (kind === 'langfuse' && text === RUN_ID) return id;
    // Attributes of ClickHouse are JSON in a text.
    return text.startsWith('{')
      ? JSON.stringify(poisoned(JSON.parse(text)))
      : text.replace(FREE, words => `${words} ${next()}`);
  }

  return ({ path, body }: Received, response: ServerResponse): void => {
    response.end(answers.find(one => one.isAnswerTo({ path, body }))?.body ?? '{}');
  };
}
