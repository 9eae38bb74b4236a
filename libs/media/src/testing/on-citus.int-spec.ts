import { describeOnCitus } from '@furrow/testbed';
import { describeMediaRegister } from './media-register.contract.ts';

describeOnCitus('the register of media, its table distributed by company,', () => {
  describeMediaRegister('Citus', { onCitus: true });
});
