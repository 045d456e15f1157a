/** The results of one measurement, as lines 'name value unit goal'. */

/** The limits of a value; without limits it is only for reference. */
export interface Goal {
  most?: number
  least?: number
}

export type Report = (name: string, value: number, unit: string, goal?: Goal) => void

const goalText = ({ most, least }: Goal) =>
  most !== undefined ? `goal <= ${most}` : least !== undefined ? `goal >= ${least}` : '(reference)'

/** A value that could not be measured (NaN) misses its goal. */
const isMet = (value: number, { most = Infinity, least = -Infinity }: Goal) => value <= most && value >= least

export function createReport(): { report: Report; areGoalsMet: () => boolean } {
  const missed: string[] = []
  const report: Report = (name, value, unit, goal = {}) => {
    const hasGoal = goal.most !== undefined || goal.least !== undefined
    const isMissed = hasGoal && !isMet(value, goal)
    if (isMissed) missed.push(name)
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 0)
    process.stdout.write(
      `${name.padEnd(62)} ${shown.padStart(9)} ${unit.padEnd(6)} ${goalText(goal)}${isMissed ? '  MISSED' : ''}\n`,
    )
  }
  return { report, areGoalsMet: () => missed.length === 0 }
}
