import type { ReportType } from '../../api/reports.ts'

export const listAddress = (type: ReportType) => `/${type.toLowerCase()}/list/`

/** The address of the runs of an alert or report. */
export const logAddress = (type: ReportType, id: number) => `/${type.toLowerCase()}/${id}/log/`

/** The page at an address: a list, or the runs of an alert or report; undefined for any other address. */
export function screenAt(pathname: string): { type: ReportType; id?: number } | undefined {
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  const [, kind, place] = /^\/(alert|report)\/(list|\d{1,15}\/log)\/$/.exec(path) ?? []
  if (kind === undefined || place === undefined) return undefined
  const type = kind === 'alert' ? 'Alert' : 'Report'
  return place === 'list' ? { type } : { type, id: Number.parseInt(place, 10) }
}
