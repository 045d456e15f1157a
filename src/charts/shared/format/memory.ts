const DECIMAL = 'B kB MB GB TB PB EB ZB YB'.split(' ')
const BINARY = 'B KiB MiB GiB TiB PiB EiB ZiB YiB'.split(' ')

/** Bytes with a unit and at most two decimals: 1024 is `1.02kB` in steps of 1000 and `1KiB` in steps of 1024. */
export function formatMemory(bytes: number, step: 1000 | 1024, perSecond: boolean): string {
  const units = step === 1000 ? DECIMAL : BINARY
  const size = Math.abs(bytes)
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log(size) / Math.log(step)), units.length - 1)
  return `${Number((bytes / step ** power).toFixed(2))}${units[power]}${perSecond ? '/s' : ''}`
}
