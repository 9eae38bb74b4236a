import { LINGUI } from '@furrow/web/lingui';
import { defineConfig } from '@lingui/cli';

export default defineConfig(LINGUI);
