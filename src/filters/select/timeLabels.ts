/**
 * Formats times (epoch milliseconds, UTC) with the smallest unit that the set needs: 2024, 2024-03, 2024-03-05,
 * 2024-03-05 14:30 or 2024-03-05 14:30:15.
 */
export function timeLabels(times: number[]): (time: number) => string {
  const length = Math.max(4, ...times.map(neededLength))
  return (time) => isoText(time).slice(0, Math.max(length, neededLength(time)))
}

const isoText = (time: number) => new Date(time).toISOString().replace('T', ' ')

/** Number of significant characters of the ISO text: the rest is midnight, the first of a month, January. */
function neededLength(time: number): number {
  const text = isoText(time)
  if (text.slice(19, 23) !== '.000') return 23
  if (text.slice(17, 19) !== '00') return 19
  if (text.slice(11, 16) !== '00:00') return 16
  if (text.slice(8, 10) !== '01') return 10
  return text.slice(5, 7) === '01' ? 4 : 7
}
