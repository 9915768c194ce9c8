import type { Conversion } from '../../../model/conversion';
import { isObject } from '../../../text/pointer';
import { inputOfMode } from './inputOfMode';
import { modeOfInput } from './modeOfInput';
import { outputOfReturn } from './outputOfReturn';
import { returnOfOutput } from './returnOfOutput';

const INPUT = 'agent-protocol/input';
const OUTPUT = 'agent-protocol/output';
const MODE_INPUT = 'workflow-primitives/input';
const RETURN = 'workflow-primitives/artifact-return';
const goes = 'in place';
const mends = 'agent-protocol/superseded';

/** From and to the protocol that this one has superseded; also of envelopes that hold something of both. */
export const conversions: readonly Conversion[] = [
  {
    id: 'agent-protocol/from-input',
    title: 'Convert to an agent input',
    from: MODE_INPUT,
    to: INPUT,
    goes,
    convert: inputOfMode,
  },
  {
    id: 'agent-protocol/from-return',
    title: 'Convert to an agent output',
    from: RETURN,
    to: OUTPUT,
    goes,
    convert: outputOfReturn,
  },
  {
    id: 'agent-protocol/to-input',
    title: 'Convert to a workflow agent input',
    from: INPUT,
    to: MODE_INPUT,
    goes,
    convert: modeOfInput,
  },
  {
    id: 'agent-protocol/to-return',
    title: 'Convert to an artifact return',
    from: OUTPUT,
    to: RETURN,
    goes,
    convert: returnOfOutput,
  },
  {
    id: 'agent-protocol/renew-input',
    title: 'Convert all that is superseded',
    from: INPUT,
    to: INPUT,
    goes,
    mends,
    convert: inputOfMode,
  },
  {
    id: 'agent-protocol/renew-output',
    title: 'Convert all that is superseded',
    from: OUTPUT,
    to: OUTPUT,
    goes,
    mends,
    convert: (value, around) => (isReturn(value) ? outputOfReturn(value, around) : undefined),
  },
];

function isReturn(value: Record<string, unknown>): boolean {
  const { artifacts } = value;
  return (
    ['state_updates', 'next_recommendation', 'result'].some(key => Object.hasOwn(value, key)) ||
    (Array.isArray(artifacts) && artifacts.some(one => isObject(one) && one['operation'] === 'overwrite'))
  );
}
