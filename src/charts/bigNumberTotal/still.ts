import { bigNumberStill } from '../shared/bigNumber/still.ts'
import type { StillInput } from '../shared/contract.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { bigNumberTotalPicture } from './picture.ts'
import type { BigNumberTotalForm } from './query.ts'

export const still = (input: StillInput<BigNumberTotalForm>): SvgNode =>
  bigNumberStill(bigNumberTotalPicture(input), input.id)
