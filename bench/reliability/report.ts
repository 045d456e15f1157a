/** Prints one figure with its goal, and remembers whether it was met. */
export type Report = (
  name: string,
  value: number,
  unit: string,
  isMet: (value: number) => boolean,
  goal: string,
) => void

export function openReport(): { report: Report; missed: string[] } {
  const missed: string[] = []
  const report: Report = (name, value, unit, isMet, goal) => {
    const isGood = isMet(value)
    if (!isGood) missed.push(name)
    const shown = value.toFixed(Number.isInteger(value) || Math.abs(value) >= 10 ? 0 : 2).padStart(9)
    process.stdout.write(`${isGood ? 'ok  ' : 'MISS'} ${name.padEnd(88)} ${shown} ${unit.padEnd(6)} goal ${goal}\n`)
  }
  return { report, missed }
}
