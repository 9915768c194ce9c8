import { defineAnswerWithoutInputRule } from '../../defineAnswerWithoutInputRule';

export default defineAnswerWithoutInputRule({
  id: 'agent-protocol/output-without-input',
  kind: 'agent-protocol/output',
});
