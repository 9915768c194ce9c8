// Our own attributes in exported traces, shared by the writer and the reader.

/** Attributes of a resource. */
export const RUN_ATTRIBUTES = {
  id: 'agent_envelopes.run.id',
  title: 'agent_envelopes.run.title',
  status: 'agent_envelopes.run.status',
  family: 'agent_envelopes.run.family',
} as const;

/** What a step said, in the `extra` of a written step: its messages in and out. */
export const WRITTEN_MESSAGES = 'agent_envelopes.messages';

/** Attributes of a span. Times are nanoseconds, since 1970 or of duration, as texts; effects are JSON. */
export const STEP_ATTRIBUTES = {
  index: 'agent_envelopes.step.index',
  key: 'agent_envelopes.step.key',
  kind: 'agent_envelopes.step.kind',
  title: 'agent_envelopes.step.title',
  outcome: 'agent_envelopes.step.outcome',
  at: 'agent_envelopes.step.at',
  duration: 'agent_envelopes.step.duration',
  agent: 'agent_envelopes.step.agent',
  peer: 'agent_envelopes.step.peer',
  confidence: 'agent_envelopes.step.confidence',
  model: 'agent_envelopes.step.model',
  service: 'agent_envelopes.step.service',
  retry: 'agent_envelopes.step.retry',
  effects: 'agent_envelopes.step.effects',
  envelope: 'agent_envelopes.envelope',
  answer: 'agent_envelopes.answer',
} as const;

/** What a span says in its own fields, and a step of a trajectory in its `extra`: the id of the step around it, and why it failed. */
export const TRAJECTORY_ATTRIBUTES = {
  parent: 'agent_envelopes.step.parent',
  failure: 'agent_envelopes.step.failure',
} as const;
