import type { Exchange } from '../../model/exchange';
import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { draftOf, shortLine } from '../drafts/draft';
import { requestWords } from '../exchanges/requestWords';
import { spanAttributes } from '../exchanges/spanAttributes';
import { spanExchange } from '../exchanges/spanExchange';
import { attributeReader } from './attributeReader';
import { idOf } from './looseSpans';
import { requestRecords } from './requestSpans';

type LogRecord = Record<string, unknown>;

/** The steps of a request of logs, or of one record: what a model was asked and answered, each in the span that it was logged in. */
export function logSteps(value: LogRecord, isRequest: boolean): Draft[] {
  const records = isRequest ? requestRecords(value) : [{ item: value, path: [] }];
  return records.flatMap(({ item, path }) => logDraft(item, path));
}

function logDraft(record: LogRecord, path: Path): Draft[] {
  const context = [record['spanContext'], record['context']].find(isObject) ?? record;
  const run = idOf(context['traceId'] ?? context['trace_id']);
  const name = eventName(record);
  if (run === undefined || !name.startsWith('gen_ai.')) return [];
  const said = logExchange(record);
  const at = TIMES.map(key => parseInstant(record[key])).find(found => found !== undefined && found > 0n);
  return [
    draftOf({
      run,
      parent: idOf(context['spanId'] ?? context['span_id']),
      at,
      kind: 'otlp/log:message',
      title: requestWords(said) ?? name,
      outcome: 'ok',
      path: path.length > 0 ? path : undefined,
    }),
  ];
}

const TIMES = ['timeUnixNano', 'time_unix_nano', 'timestamp', 'observedTimeUnixNano', 'observed_timestamp'];

/** Reads what a record of a log said, from its attributes or its body. Never throws. */
export function logExchange(record: LogRecord): Exchange | undefined {
  const { body } = record;
  const list = isObject(body) && isObject(body['kvlistValue']) ? body['kvlistValue']['values'] : body;
  const at: Path = list === body ? ['body'] : ['body', 'kvlistValue', 'values'];
  const attributes = spanAttributes(record['attributes'], ['attributes']);
  const content = isObject(list) || Array.isArray(list) ? spanAttributes(list, at) : attributes;
  const events = [{ name: eventName(record), attributes: content }];
  return spanExchange({ word: 'llm', title: '', attributes, events });
}

function eventName(record: LogRecord): string {
  const { eventName: name, event_name: snake, attributes } = record;
  return shortLine(name) ?? shortLine(snake) ?? shortLine(attributeReader(attributes)('event.name')) ?? '';
}
