import type { RunEnvelope, RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation } from '../../../rules/envelopesOfRun';
import { t } from '../../../shared/l10n';
import { atPointer } from '../../../text/jsonPointer';

/** Reports a response whose trace id differs from that of its request. */
export default defineRunRule({
  id: 'agent-io/response-of-another-trace',
  severity: 'error',
  fix: "sets the request's trace id",
  check({ steps }, report) {
    const hasRequest = steps.some(({ draft }) => draft.kind === REQUEST);
    for (const step of steps) {
      const [request, response] = step.answer ? [step, step.answer] : requestRightBefore(step, hasRequest);
      if (request?.draft.kind !== REQUEST || response?.draft.kind !== RESPONSE) continue;
      const [asked, answered] = [request.draft.run, response.draft.run];
      if (asked === undefined || answered === undefined || asked === answered) continue;
      const path = pathOfId(response);
      const where = describeLocation(request, response);
      report({
        at: response,
        path,
        message: t`This response belongs to the trace "${answered.slice(0, 60)}", but its request to "${asked.slice(0, 60)}" (${where}); they must be the same.`,
        ...(response.ask(({ value }) => isOnlyThere(value(), path, answered)) && {
          fixes: [{ title: t`Change to ${JSON.stringify(asked.slice(0, 60))}`, do: 'set', path, value: asked }],
        }),
      });
    }
  },
});

const REQUEST = 'agent-io/request';
const RESPONSE = 'agent-io/response';

// Pairs a response with its probable request, as `[request, response]`. If no request has the response's trace id, this is the request
// directly before it, unless that one has another response: traces may be interleaved in a log.
function requestRightBefore(step: RunStep, hasRequest: boolean): (RunEnvelope | undefined)[] {
  if (step.draft.side !== 'answer' || hasRequest) return [];
  return step.before?.answer ? [] : [step.before, step];
}

function pathOfId(response: RunEnvelope): (string | number)[] {
  if (response.ask(({ value }) => typeof atPointer(value(), '/metadata/trace_id') === 'string'))
    return ['metadata', 'trace_id'];
  const index = response.ask(({ value }) => {
    const trace = atPointer(value(), '/trace');
    return Array.isArray(trace) ? trace.findIndex(event => typeof atPointer(event, '/trace_id') === 'string') : -1;
  });
  return index < 0 ? [] : ['trace', index, 'trace_id'];
}

// Whether the id occurs only at this path: otherwise events with the same id would have to change as well.
function isOnlyThere(response: unknown, path: readonly (string | number)[], id: string): boolean {
  const trace = atPointer(response, '/trace');
  const events = Array.isArray(trace) ? trace.filter(event => atPointer(event, '/trace_id') === id).length : 0;
  return path.length > 0 && events + (path[0] === 'metadata' ? 1 : 0) === 1;
}
