import { inGalleryOrder } from '../../charts/galleryOrder.ts'
import type { ChartType } from '../../charts/shared/contract.ts'
import { bootstrap } from '../api/bootstrap.ts'

const denied = new Set(bootstrap.common.conf['VIZ_TYPE_DENYLIST'] as string[] | undefined)

/** The types for new charts, in the order of the gallery: all but those that the server's settings deny. */
export const offeredTypes: readonly ChartType[] = inGalleryOrder.filter(({ type }) => !denied.has(type))
