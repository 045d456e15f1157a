import type { Control, ControlSection } from '../../src/charts/shared/controls.ts'
import type { GenericType } from '../../src/model/dataset/dataset.ts'

type Form = Record<string, unknown>

/** Controls with more choices are lists of formats or schemes: their values have separate tests. */
const mostChoices = 12

/** The values of a display control; none if there are many, or for query options, which need other data. */
function valuesOf({ kind, query, choices = [] }: Control): unknown[] {
  if (query) return []
  if (kind === 'checkbox') return [false, true]
  return choices.length > mostChoices ? [] : choices.map(([value]) => value)
}

/**
 * Form data that set every value of every display option at least once: the first variant has the first value of each
 * control, and so on. A control that the previous values hide keeps its own value.
 */
export function variantsOf(
  form: Form,
  sections: readonly ControlSection[],
  columnTypes: Record<string, GenericType>,
): Form[] {
  const controls = sections.flatMap((section) => section.controls)
  const count = Math.max(0, ...controls.map((control) => valuesOf(control).length))
  return Array.from({ length: count }, (_, variant) => {
    const changed = { ...form }
    for (const control of controls) {
      const values = valuesOf(control)
      const isShown = control.visible?.(changed, columnTypes) ?? true
      if (values.length > 0 && isShown) changed[control.name] = values[variant % values.length]
    }
    return changed
  })
}
