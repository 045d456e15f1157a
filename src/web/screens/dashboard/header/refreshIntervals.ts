import { bootstrap } from '../../../api/bootstrap.ts'

const usual: [number, string][] = [
  [0, "Don't refresh"],
  [10, '10 seconds'],
  [30, '30 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [1800, '30 minutes'],
  [3600, '1 hour'],
  [21600, '6 hours'],
  [43200, '12 hours'],
  [86400, '24 hours'],
]

/** Seconds and labels of the offered intervals; configured ones replace the defaults. */
export function refreshIntervals(): [seconds: number, label: string][] {
  const configured = bootstrap.common.conf['DASHBOARD_AUTO_REFRESH_INTERVALS']
  const valid = (Array.isArray(configured) ? configured : []).filter(
    (entry): entry is [number, string] =>
      Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string',
  )
  return valid.length > 0 ? valid : usual
}
