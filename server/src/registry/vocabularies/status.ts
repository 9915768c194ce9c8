import { defineVocabulary } from './defineVocabulary';

/** Whether a document of the feature exists. */
export const documentStatus = defineVocabulary('document-status', {
  present: 'The file exists and can be read by the agents to come.',
  absent: 'The file does not exist yet.',
  incomplete: 'The file exists, but the agent that writes it has not finished.',
  skipped_greenfield: 'Not needed: there is no existing code that it would describe.',
  template: 'The file was copied from its template and holds no content of the feature yet.',
});

/** The status of a workflow. */
export const workflowStatus = defineVocabulary('workflow-status', {
  not_started: 'No agent of this workflow has run. It begins at its first step.',
  in_progress: 'An agent is at work, or the next one is about to start. It resumes at the current phase.',
  completed: 'The workflow ended; the next workflow may begin.',
  blocked: 'It waits for a decision or a document, and goes on in the current phase once that is there.',
});

/** The phases of the specify workflow; other workflows name their own. */
export const phase = defineVocabulary(
  'phase',
  {
    not_started: 'Nothing has run. It begins with scaffolding.',
    scaffolding: 'Branch and directories are being made. Resumes at A1.',
    spec_writing: 'The specification is being written. Resumes at A2.',
    validating: 'The specification is being checked. Resumes at A3 in iteration 1, at B3 later.',
    clarifying: 'Questions are with the user. Resumes at B1.',
    completed: 'All phases are done; nothing resumes.',
  },
  { open: true },
);

/** The status of a section of the specification. */
export const progressStatus = defineVocabulary('progress-status', {
  not_started: 'Nothing is written yet.',
  in_progress: 'The section is being written, or waits for an answer.',
  completed: 'The section is written.',
});

/** The status of a task. */
export const taskStatus = defineVocabulary('task-status', {
  pending: 'Nobody has begun the task.',
  in_progress: 'The task is being worked on.',
  completed: 'The task is done.',
  blocked: 'The task waits for another one, or for a decision.',
});

/** The status of the priority loop, in which the specify workflow checks and clarifies. */
export const loopStatus = defineVocabulary('loop-status', {
  not_started: 'The loop has not begun. It starts at A1.',
  scaffolding: 'Branch and directories are being made. Resumes at A1: what is there already is kept.',
  spec_writing: 'The specification is being written. Resumes at A2.',
  validating: 'The checklist is run against the specification. Resumes at A3 in iteration 1, at B3 later.',
  clarifying: 'Questions wait for the answers of the user. Resumes at B1, with the questions that are still pending.',
  completed: 'The loop ended with a usable specification; nothing resumes. Its reason, if it has one, says how.',
  terminated: 'The loop was ended before its goal; nothing resumes. It must have a termination reason.',
});

/** Why the loop ended. */
export const terminationReason = defineVocabulary('termination-reason', {
  success: 'No Critical or Important gap is left.',
  max_iterations: 'The last iteration allowed is over. Gaps that are still open are known issues.',
  stale_accepted:
    'Nothing changed for as many iterations as the stale count allows, and the user took the rest as it is.',
  manual_edit: 'The user chose to edit the specification by hand.',
  accepted: 'The user accepted the specification with its open gaps.',
  aborted: 'The user stopped the workflow.',
});

/** The state of the plan workflow. */
export const planStatus = defineVocabulary('plan-status', {
  not_started: 'Planning has not begun. It starts in phase 0.',
  researching: 'Technical choices are being researched. Resumes in phase 0.',
  modeling: 'The domain model is being drawn. Resumes in phase 1.',
  contracting: 'The API contracts are being written. Resumes in phase 2.',
  validating: 'What the phase made is being checked. Resumes with the checks of the current phase.',
  completed: 'The plan is done, and tasks can be made from it.',
  terminated: 'Planning was ended before its goal; nothing resumes.',
});

/** The state of the tasks workflow. */
export const tasksStatus = defineVocabulary('tasks-status', {
  not_started: 'The workflow has not begun. It starts at the entry gate, T0.',
  planning: 'Stories are being mapped to what must be built. Resumes in phase T1.',
  generating: 'The list of tasks is being written. Resumes in phase T2.',
  validating: 'The mapping or the tasks are being checked. Resumes with the checks of the current phase.',
  completed: 'The tasks are done, and implementation may begin.',
  terminated: 'The workflow was ended before its goal; nothing resumes.',
});
