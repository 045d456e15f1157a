import { bigNumberStill } from '../shared/bigNumber/still.ts'
import type { StillInput } from '../shared/contract.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { bigNumberPicture } from './picture.ts'
import type { BigNumberForm } from './query.ts'

export const still = (input: StillInput<BigNumberForm>): SvgNode => bigNumberStill(bigNumberPicture(input), input.id)
