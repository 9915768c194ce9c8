import { defineAnswerWithoutInput } from '../../defineAnswerWithoutInput';

export default defineAnswerWithoutInput({
  id: 'agent-protocol/output-without-input',
  kind: 'agent-protocol/output',
});
