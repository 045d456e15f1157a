import { typesWithout } from '../../charts/galleryOrder.ts'
import type { ChartType } from '../../charts/shared/contract.ts'
import { bootstrap } from '../api/bootstrap.ts'

const denied = bootstrap.common.conf['VIZ_TYPE_DENYLIST'] as string[] | undefined

/** The types for new charts, in the order of the gallery. */
export const offeredTypes: readonly ChartType[] = typesWithout(denied ?? [])
