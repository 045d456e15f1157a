import { typesWithout } from '../../charts/galleryOrder.ts'
import type { ChartType } from '../../charts/shared/contract.ts'
import { bootstrap } from '../api/bootstrap.ts'

/** The keys of types that the server's settings exclude for new charts. */
export const deniedTypes = (bootstrap.common.conf['VIZ_TYPE_DENYLIST'] as string[] | undefined) ?? []

/** The built-in types for new charts, in the order of the gallery. */
export const offeredTypes: readonly ChartType[] = typesWithout(deniedTypes)
