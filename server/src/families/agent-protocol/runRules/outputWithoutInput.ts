import { defineAnswerWithoutInputRule } from '../../defineAnswerWithoutInputRule';

/** Reports an agent's output in a log that answers no input. */
export default defineAnswerWithoutInputRule({
  id: 'agent-protocol/output-without-input',
  kind: 'agent-protocol/output',
});
