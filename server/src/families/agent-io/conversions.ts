import type { Conversion, ConversionResult } from '../../model/family';
import { t } from '../../shared/l10n';
import { displayJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';

const UNKNOWN = 'unknown';
const TO = 'conductor';

function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/**
 * Returns the advice on how to resolve an error in a response: to try again if the response says so, otherwise by the type of the error.
 * Undefined for an unknown type.
 */
function resolutionOf({ recoverable, retry_after: after, type }: Record<string, unknown>): string | undefined {
  if (recoverable === true && saysSomething(after)) return `Try again after ${displayJson(after)} seconds.`;
  if (recoverable === true) return 'Try again.';
  return WAYS.get(type);
}

const WAYS: ReadonlyMap<unknown, string> = new Map([
  ['validation', 'Correct the request, and send it again.'],
  ['timeout', 'Give it more time, or less to do.'],
  ['permission', 'Ask the user to allow it.'],
  ['network', 'Try again when the connection is there.'],
]);

/** Converts envelopes of the protocol agent-io to the protocol agent-message, which can say less about errors. */
export const conversions: readonly Conversion[] = [
  {
    id: 'agent-io/to-error-message',
    title: t`Convert to an error message`,
    from: 'agent-io/response',
    to: 'agent-message/error',
    target: 'in place',
    convert: errorFromResponse,
  },
];

/**
 * Converts an agent-io response that reports an error into an error of the protocol agent-message. Values for which that error has no
 * property become issues of severity `info`; null and empty values are omitted.
 */
export function errorFromResponse({ error, ...response }: Record<string, unknown>): ConversionResult | undefined {
  if (!isObject(error) || typeof error['message'] !== 'string') return undefined;
  const { message, ...more } = error;
  const { metadata, status, ...others } = response;
  const agent = isObject(metadata) && typeof metadata['agent_type'] === 'string' ? metadata['agent_type'] : undefined;
  const left = [
    ...Object.entries(more).map(([key, one]) => [`error.${key}`, one] as const),
    ...(status === 'error' ? [] : [['status', status] as const]),
    ...Object.entries(others),
    ...(isObject(metadata)
      ? Object.entries(metadata).map(([key, one]) => [`metadata.${key}`, one] as const)
      : [['metadata', metadata] as const]),
  ].filter(([key, one]) => saysSomething(one) && !(key === 'metadata.agent_type' && agent !== undefined));
  const resolution = resolutionOf(more);
  const notes: string[] = [];
  if (agent === undefined) notes.push(t`The response does not say whose it is: put the agent's name for "${UNKNOWN}".`);
  notes.push(t`It goes to "${TO}", since a response names nobody.`);
  if (resolution === undefined) notes.push(t`The response does not say what would help: add a "resolution".`);
  if (left.length > 0) notes.push(t`${left.map(([key]) => `"${key}"`).join(', ')}: in "issues", as infos.`);
  return {
    value: {
      from: agent ?? UNKNOWN,
      to: TO,
      payload: { output: null, confidence: 0, needsReview: true },
      issues: [
        { severity: 'error', message, ...(resolution !== undefined && { resolution }) },
        ...left.map(([key, one]) => ({ severity: 'info', message: `${key}: ${displayJson(one)}` })),
      ],
    },
    notes,
  };
}
