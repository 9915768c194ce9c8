import { defineAnswerWithoutInputRule } from '../../defineAnswerWithoutInputRule';

export default defineAnswerWithoutInputRule({
  id: 'workflow-primitives/return-without-input',
  kind: 'workflow-primitives/artifact-return',
});
