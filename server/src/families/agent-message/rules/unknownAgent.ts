import { undeclaredNameRule } from './undeclaredNameRule';

export default undeclaredNameRule('agent');
