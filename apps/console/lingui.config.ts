import { linguiConfig } from '@furrow/web/lingui';

export default linguiConfig();
