import { defineAnswerWithoutInputRule } from '../../defineAnswerWithoutInputRule';

/** Reports an artifact that an agent returns in a log, although no input before it asked for one. */
export default defineAnswerWithoutInputRule({
  id: 'workflow-primitives/return-without-input',
  kind: 'workflow-primitives/artifact-return',
});
