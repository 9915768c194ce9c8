import type { Conversion } from '../../../model/conversion';
import { isObject } from '../../../text/pointer';
import { inputFromModeInput } from './inputFromModeInput';
import { modeInputFromInput } from './modeInputFromInput';
import { outputFromReturn } from './outputFromReturn';
import { returnFromOutput } from './returnFromOutput';

const INPUT = 'agent-protocol/input';
const OUTPUT = 'agent-protocol/output';
const MODE_INPUT = 'workflow-primitives/input';
const RETURN = 'workflow-primitives/artifact-return';
const target = 'in place';
const fixesRule = 'agent-protocol/superseded';

/** Conversions from and to the protocol superseded by this one; also of envelopes that mix both. */
export const conversions: readonly Conversion[] = [
  {
    id: 'agent-protocol/from-input',
    title: 'Convert to an agent input',
    from: MODE_INPUT,
    to: INPUT,
    target,
    convert: inputFromModeInput,
  },
  {
    id: 'agent-protocol/from-return',
    title: 'Convert to an agent output',
    from: RETURN,
    to: OUTPUT,
    target,
    convert: outputFromReturn,
  },
  {
    id: 'agent-protocol/to-input',
    title: 'Convert to a workflow agent input',
    from: INPUT,
    to: MODE_INPUT,
    target,
    convert: modeInputFromInput,
  },
  {
    id: 'agent-protocol/to-return',
    title: 'Convert to an artifact return',
    from: OUTPUT,
    to: RETURN,
    target,
    convert: returnFromOutput,
  },
  {
    id: 'agent-protocol/renew-input',
    title: 'Update everything that is superseded',
    from: INPUT,
    to: INPUT,
    target,
    fixesRule,
    convert: inputFromModeInput,
  },
  {
    id: 'agent-protocol/renew-output',
    title: 'Update everything that is superseded',
    from: OUTPUT,
    to: OUTPUT,
    target,
    fixesRule,
    convert: (value, around) => (isReturn(value) ? outputFromReturn(value, around) : undefined),
  },
];

function isReturn(value: Record<string, unknown>): boolean {
  const { artifacts } = value;
  return (
    ['state_updates', 'next_recommendation', 'result'].some(key => Object.hasOwn(value, key)) ||
    (Array.isArray(artifacts) && artifacts.some(one => isObject(one) && one['operation'] === 'overwrite'))
  );
}
