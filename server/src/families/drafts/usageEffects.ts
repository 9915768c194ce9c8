import type { Effect, TokenCounts } from '../../model/run';
import { isObject } from '../../text/jsonPointer';
import { shortLine } from './createDraft';

/**
 * Returns the tokens and the cost of a model call, as an effect of its step; an empty list if both are unknown or zero.
 *
 * @param call the id of the model call, if several envelopes may repeat its usage
 */
export function usageEffects(tokens: TokenCounts | undefined, cost: number | undefined, call?: string): Effect[] {
  if (!tokens?.total && !cost) return [];
  const { total, ...counts } = tokens ?? {};
  return [
    {
      do: 'usage',
      ...(total && { tokens: total, ...counts }),
      ...(cost && { cost }),
      ...(call !== undefined && { call }),
    },
  ];
}

/** The values that may contain the tokens of each sort; the first valid amount counts. */
export type TokenFields = Readonly<Record<Exclude<keyof TokenCounts, 'written'>, readonly unknown[]>> & {
  written?: readonly unknown[];
};

/**
 * Reads token counts; undefined if there are none. A missing total is the sum of input and output. An input that is less than
 * what a cache gave and keeps excludes both, as Anthropic counts: they are added.
 */
export function tokenCounts(fields: TokenFields): TokenCounts | undefined {
  const cached = firstAmount(fields.cached);
  const written = firstAmount(fields.written ?? []);
  const fresh = firstAmount(fields.input);
  const besides = (cached ?? 0) + (written ?? 0);
  const input = fresh !== undefined && fresh < besides ? fresh + besides : fresh;
  const output = firstAmount(fields.output);
  const sum = totalAmount([], [input, output]);
  const told = totalAmount(fields.total, []);
  const total = told === undefined || (input !== fresh && sum !== undefined && told < sum) ? sum : told;
  if (total === undefined) return undefined;
  const reasoning = firstAmount(fields.reasoning);
  const counts: TokenCounts = {};
  if (input !== undefined) counts.input = input;
  if (output !== undefined) counts.output = output;
  if (cached !== undefined) counts.cached = cached;
  if (written !== undefined) counts.written = written;
  if (reasoning !== undefined) counts.reasoning = reasoning;
  counts.total = total;
  return counts;
}

/** Returns the first valid total, otherwise the sum of the addends. */
export function totalAmount(wholes: readonly unknown[], addends: readonly unknown[]): number | undefined {
  const whole = firstAmount(wholes);
  if (whole !== undefined) return whole;
  let sum: number | undefined;
  for (const addend of addends) {
    const amount = amountOf(addend);
    if (amount !== undefined) sum = (sum ?? 0) + amount;
  }
  return sum === undefined ? undefined : rounded(sum);
}

/** Rounds a sum to remove floating-point errors; keeps whole numbers. */
function rounded(sum: number): number {
  return Number.isInteger(sum) && sum < EXACT ? sum : Number(sum.toPrecision(DIGITS));
}

const DIGITS = 12;
const EXACT = 10 ** DIGITS;

function firstAmount(values: readonly unknown[]): number | undefined {
  for (const value of values) {
    const amount = amountOf(value);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

/** A number that counts something; undefined for any other value. OTLP integers and exact decimals are strings. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || !AMOUNT.test(value))) return undefined;
  const amount = Number(value);
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

const AMOUNT = /^\d{1,15}(\.\d{1,30})?(e-?\d{1,2})?$/i;

/** The tokens in the usage of a response, as model APIs and LangChain write it. */
export function apiTokens(usage: unknown): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  const details = (...names: string[]): Record<string, unknown> => names.map(name => usage[name]).find(isObject) ?? {};
  const input = details('input_tokens_details', 'prompt_tokens_details', 'input_token_details', 'prompt_token_details');
  const output = details(
    'output_tokens_details',
    'completion_tokens_details',
    'output_token_details',
    'completion_token_details',
  );
  const { total_tokens: total, cache_read_input_tokens: read, cache_creation_input_tokens: created } = usage;
  // Anthropic's input excludes both; libraries that add them give a total, too.
  const isApart = total === undefined && usage['prompt_tokens'] === undefined;
  const whole = isApart ? totalAmount([], [usage['input_tokens'], read, created]) : undefined;
  return tokenCounts({
    total: [total],
    input: [whole, usage['input_tokens'], usage['prompt_tokens']],
    output: [usage['output_tokens'], usage['completion_tokens']],
    cached: [input['cached_tokens'], input['cache_read'], read, usage['cached_input_tokens']],
    written: [input['cache_creation'], input['cache_write'], created],
    reasoning: [output['reasoning_tokens'], output['reasoning'], usage['reasoning_output_tokens']],
  });
}

/** The facts in a response of a model's API. */
export interface ApiResponse {
  id?: string;
  model?: string;
  tokens?: TokenCounts;
}

export function apiResponse(response: unknown): ApiResponse {
  if (!isObject(response)) return {};
  const id = shortLine(response['id']);
  const model = shortLine(response['model']);
  const tokens = apiTokens(response['usage']);
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}
