import { defineAnswerWithoutInputRule } from '../../defineAnswerWithoutInputRule';

/** Reports an artifact return in a log that answers no input. */
export default defineAnswerWithoutInputRule({
  id: 'workflow-primitives/return-without-input',
  kind: 'workflow-primitives/artifact-return',
});
