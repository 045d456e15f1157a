/** The message of a chart that cannot show values below zero; false if there are no such values. */
export function belowZeroText(values: readonly (number | null)[], textOf = belowZero): string | false {
  const count = values.filter((value) => value !== null && value < 0).length
  return count > 0 && textOf(count)
}

const belowZero = (count: number) =>
  count === 1 ? '1 value below zero is not shown' : `${count} values below zero are not shown`
