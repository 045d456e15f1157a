const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const even = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day]
const months = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200]

export interface TimeTick {
  time: number
  label: string
}

/** Round times (UTC) between two ends, about `most` or fewer, with short labels: 14:00, Mar 5, Apr, 2020. */
export function timeTicks(start: number, end: number, most: number): TimeTick[] {
  const wanted = (end - start) / Math.max(1, most)
  const step = even.find((each) => each >= wanted)
  if (step !== undefined) return evenTicks(start, end, step)
  const count = months.find((each) => each * 30.44 * day >= wanted) ?? Math.ceil(wanted / (365.25 * day)) * 12
  const first = new Date(start)
  const ticks: TimeTick[] = []
  const from = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / count) * count
  for (let month = from; ; month += count) {
    const date = new Date(0)
    date.setUTCFullYear(Math.floor(month / 12), month % 12, 1)
    const time = date.getTime()
    // not a number, for dates beyond the calendar
    if (!(time <= end)) return ticks
    const isYear = month % 12 === 0
    if (time >= start) ticks.push({ time, label: isYear ? String(date.getUTCFullYear()) : monthName(date) })
  }
}

function evenTicks(start: number, end: number, step: number): TimeTick[] {
  const ticks: TimeTick[] = []
  for (let time = Math.ceil(start / step) * step; time <= end; time += step) {
    const date = new Date(time)
    const isDay = time % day === 0
    const clock = date.toISOString().slice(11, 16)
    ticks.push({ time, label: isDay ? `${monthName(date)} ${date.getUTCDate()}` : clock })
  }
  return ticks
}

const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const monthName = (date: Date) => names[date.getUTCMonth()] ?? ''
