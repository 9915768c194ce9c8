import { defineAnswerWithoutInput } from '../../defineAnswerWithoutInput';

export default defineAnswerWithoutInput({
  id: 'workflow-primitives/return-without-input',
  kind: 'workflow-primitives/artifact-return',
});
