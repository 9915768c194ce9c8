import schemas from '../../generated/langfuse.recognition.json';
import type { Condition } from '../../model/kind';
import { all, any, defineFamily, none } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

const TYPES = [
  ...['SPAN', 'GENERATION', 'EVENT', 'AGENT', 'TOOL'],
  ...['CHAIN', 'RETRIEVER', 'EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
];

/** Where a trace is: the value itself, or the first of a list of them. */
const PLACES = ['', '/data/0', '/traces/0'];

export default defineFamily('langfuse', {
  title: 'Langfuse',
  source: 'Traces as Langfuse exports them and as its SDKs post them',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trace: {
      schema: schemas.trace,
      signature: {
        keys: { '/trace': 0.5, '/observations': 0.75, '/htmlPath': 0.5, '/data': 0, '/traces': 0, '/batch': 0 },
        evidence: [
          { when: any(...PLACES.map(isExport)), weight: 4 },
          {
            when: any(
              ...PLACES.flatMap(at => [hasObservations(at), isTrace(at)]),
              isObservation('/data/0', '/data/0/level', '/data/0/model'),
              isEvent('/batch/0'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/trace/id'], at: ['/trace/timestamp'], title: ['/trace/name'] },
    },
    observation: {
      schema: schemas.observation,
      signature: {
        keys: {
          '/parentObservationId': 1,
          '/traceId': 0.5,
          '/usageDetails': 0.5,
          '/costDetails': 0.5,
          '/startTime': 0.25,
          '/statusMessage': 0.25,
          '/modelParameters': 0.25,
        },
        evidence: [{ when: isObservation('', { at: '/type', is: TYPES }), weight: 4 }],
        open: true,
      },
      fieldPointers: { id: ['/id'], run: ['/traceId'], at: ['/startTime'], title: ['/name'] },
    },
  },
});

/** A trace beside its observations. */
function isExport(at: string): Condition {
  const first = `${at}/observations/0`;
  return all(
    { at: `${at}/observations`, type: 'array' },
    `${at}/trace/id`,
    `${at}/trace/timestamp`,
    any(none(first), `${first}/startTime`, `${first}/type`),
  );
}

function hasObservations(at: string): Condition {
  const first = `${at}/observations/0`;
  return all(`${first}/traceId`, any(`${first}/startTime`, `${first}/type`));
}

function isObservation(at: string, ...marks: Condition[]): Condition {
  return all(`${at}/id`, `${at}/traceId`, `${at}/startTime`, any(`${at}/parentObservationId`, ...marks));
}

/** A trace without its observations, as the service lists it. */
function isTrace(at: string): Condition {
  return all(
    `${at}/id`,
    `${at}/timestamp`,
    any(`${at}/htmlPath`, all(`${at}/observations`, `${at}/scores`)),
    any(`${at}/latency`, `${at}/totalCost`, `${at}/sessionId`),
  );
}

/** An event of the body that is posted for ingestion. */
function isEvent(at: string): Condition {
  const type = `${at}/type`;
  return all(
    `${at}/timestamp`,
    `${at}/body/id`,
    any({ at: type, endsWith: '-create' }, { at: type, endsWith: '-update' }),
    any(`${at}/body/traceId`, { at: type, startsWith: 'trace-' }),
  );
}
