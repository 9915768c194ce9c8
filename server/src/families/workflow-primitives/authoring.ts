import snippets from '../../../../snippets/workflow-primitives.json';
import { withAuthoring } from '../defineFamily';
import family from './checks';

export default withAuthoring(family, { snippets });
