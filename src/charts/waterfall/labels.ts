import { labelWidth } from '../shared/textWidth.ts'

/** The label of a bar: its text, and the value where it is. */
export interface StepLabel {
  text: string
  at: number
  isTotal: boolean
  /** of two labels that touch, the one with the smaller change is left out */
  change: number
}

export interface LabelLook {
  fontSize: number
  /** indexes of the labels that are shown */
  shown: Set<number>
}

/** No screen has space for the labels of more steps; a note says so. */
export const mostLabels = 100
const fontSizes = [11, 10]
/** px between two labels that are beside each other */
const between = 6
const lineHeight = 14
/** Labels on fewer of the changes would look as if the others were zero. */
const leastShown = 0.7

/**
 * The labels that neither leave the share of their bar nor touch each other, in the largest font in which all are shown,
 * else in the smallest one. `step`: px from bar to bar; `unit`: px for a value of 1.
 */
export function fittingLabels(labels: StepLabel[], step: number, unit: number): LabelLook {
  const looks = fontSizes.map((fontSize) => ({ fontSize, shown: shownIn(labels, fontSize / 11, step, unit) }))
  const look = looks.find(({ shown }) => shown.size === labels.length) ?? looks.at(-1)!
  if (labels.length <= mostLabels && look.shown.size >= labels.length * leastShown) return look
  const totals = shownIn(labels, 1, step, unit)
  return { fontSize: 11, shown: new Set([...totals].filter((at) => labels[at]?.isTotal)) }
}

function shownIn(labels: StepLabel[], scale: number, step: number, unit: number): Set<number> {
  const widthOf = ({ text }: StepLabel) => labelWidth(text) * scale
  const shown = new Set<number>()
  for (const [at, label] of labels.entries()) {
    if (widthOf(label) > step - 2) continue
    const before = shown.has(at - 1) ? labels[at - 1] : undefined
    const touches =
      before !== undefined &&
      step - (widthOf(before) + widthOf(label)) / 2 < between &&
      Math.abs(before.at - label.at) * unit < lineHeight
    if (touches && !label.isTotal && (before.isTotal || before.change >= label.change)) continue
    if (touches) shown.delete(at - 1)
    shown.add(at)
  }
  return shown
}
