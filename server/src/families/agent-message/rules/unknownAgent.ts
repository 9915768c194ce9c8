import { undeclaredNameRule } from './undeclaredNameRule';

/** Reports the name of an agent that neither the protocol nor the settings declare. */
export default undeclaredNameRule('agent');
